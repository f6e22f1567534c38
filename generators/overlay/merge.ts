/** What an update makes of the node it meets, by the rules of the Overlay Specification. */
import { equal, get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';

/**
 * The update merged into an object: objects merge key by key, arrays concatenate, everything else replaces.
 * Gives back the very same object when nothing changes, so that an action without effect can be told.
 */
export function mergeInto(target: JsonObject, update: JsonObject): JsonObject {
  let merged = target;
  for (const [key, value] of Object.entries(update)) {
    const present = get(merged, key);
    const next = present === undefined ? value : mergeValue(present, value);
    if (next === present) continue;
    if (merged === target) merged = { ...target };
    // Not an assignment: `merged['__proto__'] = next` would set the prototype.
    Object.defineProperty(merged, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}

function mergeValue(present: Json, update: Json): Json {
  if (isObject(present) && isObject(update)) return mergeInto(present, update);
  if (isArray(present) && isArray(update)) return update.length === 0 ? present : [...present, ...update];
  return equal(present, update) ? present : update;
}
