/** Merges an update into a node, by the rules of the Overlay Specification. */
import { equal, get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';

/**
 * Merges an update into an object: objects are merged key by key, arrays are concatenated, any other value is replaced.
 *
 * @param own the copies that no one else sees, which are changed in place; further copies are added
 * @returns the merged object, or undefined if nothing changes, so that an action without effect is detected
 */
export function mergeInto(target: JsonObject, update: JsonObject, own: WeakSet<object>): JsonObject | undefined {
  let merged: JsonObject | undefined;
  for (const [key, value] of Object.entries(update)) {
    const present = get(target, key);
    const next = present === undefined ? value : mergeValue(present, value, own);
    if (next === undefined) continue;
    merged ??= own.has(target) ? target : { ...target };
    // An assignment to `__proto__` would set the prototype.
    Object.defineProperty(merged, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  if (merged !== undefined) own.add(merged);
  return merged;
}

/** Returns undefined if nothing changes. */
function mergeValue(present: Json, update: Json, own: WeakSet<object>): Json | undefined {
  if (isObject(present) && isObject(update)) return mergeInto(present, update, own);
  if (isArray(present) && isArray(update)) return update.length === 0 ? undefined : [...present, ...update];
  return equal(present, update) ? undefined : update;
}
