/** Merges an update into a node, by the rules of the Overlay Specification. */
import { equal, get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';

/**
 * Merges an update into an object: objects are merged key by key, arrays are concatenated, any other value is replaced. Returns
 * the same object if nothing changes, so that an action without effect is detected.
 */
export function mergeInto(target: JsonObject, update: JsonObject): JsonObject {
  let merged = target;
  for (const [key, value] of Object.entries(update)) {
    const present = get(merged, key);
    const next = present === undefined ? value : mergeValue(present, value);
    if (next === present) continue;
    if (merged === target) merged = { ...target };
    // An assignment to `__proto__` would set the prototype.
    Object.defineProperty(merged, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}

function mergeValue(present: Json, update: Json): Json {
  if (isObject(present) && isObject(update)) return mergeInto(present, update);
  if (isArray(present) && isArray(update)) return update.length === 0 ? present : [...present, ...update];
  return equal(present, update) ? present : update;
}
