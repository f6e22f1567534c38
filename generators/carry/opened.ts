/** An enumeration that ours leaves open and the published documents do not: told alike, so that its values can be carried over. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
import type { Five } from './carry.js';

/** The same place, with what was published written as ours is. */
export function opened(five: Five): Five {
  if (!isOpen(five.ours)) return five;
  const { before, after, rawBefore, rawAfter } = five;
  if (!isClosed(before) || !isClosed(after)) return five;
  const open = (value: Json | undefined) => (isClosed(value) ? asOpen(value) : value);
  return {
    ...five,
    before: asOpen(before),
    after: asOpen(after),
    rawBefore: open(rawBefore),
    rawAfter: open(rawAfter),
  };
}

/** `anyOf` the known values, or any other. */
function isOpen(value: Json | undefined): boolean {
  const parts = isObject(value) ? get(value, 'anyOf') : undefined;
  if (!isArray(parts) || parts.length !== 2) return false;
  const [known, any] = parts;
  return isObject(known) && Object.hasOwn(known, 'enum') && isObject(any) && !Object.hasOwn(any, 'enum');
}

function isClosed(value: Json | undefined): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, 'enum') && Object.hasOwn(value, 'type');
}

function asOpen(value: JsonObject): JsonObject {
  const { type = null, enum: known = null, ...rest } = value;
  return objectOf([...Object.entries(rest), ['anyOf', [{ type, enum: known }, { type }]]]);
}
