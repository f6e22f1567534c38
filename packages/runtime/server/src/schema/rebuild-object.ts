/** Copies of objects with other properties than the given object, which is never modified. */
import { setProperty } from '@lading/runtime-wire/json';
import type { JsonObject } from './read-function.js';

/**
 * Returns a copy with the properties before a key. Building an object without a property is as fast as deleting the
 * property, and the result is faster to use.
 */
export function propertiesBefore(key: string, object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const name in object) {
    if (name === key) break;
    setProperty(copy, name, object[name]);
  }
  return copy;
}

/** Returns the object with another value; a copy if it is the given object. */
export function withValue(object: JsonObject, given: JsonObject, name: string, value: unknown): JsonObject {
  const copy = object === given ? { ...given } : object;
  setProperty(copy, name, value);
  return copy;
}
