/** Removes the references of an overlay to schemas that do not exist, with the parts of the overlay that contain them. */
import {
  at,
  get,
  isArray,
  isObject,
  objectOf,
  segmentsOf,
  type Json,
  type JsonObject,
  type OverlayFile,
} from '../document/index.js';

/** Tells whether a reference of a document resolves; remembers what it looked up. */
export function referenceResolver(root: JsonObject): Resolves {
  const cache = new Map<string, boolean>();
  return (reference) => {
    const isResolved = cache.get(reference) ?? at(root, segmentsOf(reference.slice(1))) !== undefined;
    cache.set(reference, isResolved);
    return isResolved;
  };
}

type Resolves = (reference: string) => boolean;

/**
 * Removes references to schemas that neither the document nor a correction defines: the parts that they describe do not exist
 * either. An overlay without such references is returned unchanged.
 */
export function dropDanglingReferences(overlay: OverlayFile, resolves: Resolves): OverlayFile {
  const actions = overlay.actions.flatMap((action) => {
    const update = action.update === undefined ? undefined : withoutDanglingReferences(action.update, resolves);
    if (update === action.update) return [action];
    return update === undefined ? [] : [{ ...action, update }];
  });
  return actions.length === overlay.actions.length && actions.every((one, index) => one === overlay.actions[index])
    ? overlay
    : { ...overlay, actions };
}

/** Returns the value itself if every reference resolves, and undefined if nothing remains. */
function withoutDanglingReferences(value: Json, resolves: Resolves): Json | undefined {
  if (!isArray(value) && !isObject(value)) return value;
  const reference = isObject(value) ? get(value, '$ref') : undefined;
  if (typeof reference === 'string' && reference.startsWith('#/') && !resolves(reference)) return undefined;
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  const remaining = entries.flatMap(([key, inner]) => {
    const next = withoutDanglingReferences(inner, resolves);
    return next === undefined ? [] : [[key, next] as const];
  });
  if (remaining.length === entries.length && remaining.every(([, next], index) => next === entries[index]?.[1]))
    return value;
  if (remaining.length === 0) return undefined;
  return isArray(value) ? remaining.map(([, next]) => next) : objectOf(remaining);
}
