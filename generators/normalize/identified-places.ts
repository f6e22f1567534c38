/** Finds the schemas that a document identifies by `$anchor` or `$id`. */
import { get, isArray, isObject, type Json } from '../document/index.js';

/** Returns the path of each such schema by the reference to it: `#anchor`, or the value of `$id`. */
export function identifiedPlaces(root: Json): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, readonly string[]>();
  const add = (reference: string, path: readonly string[]) => {
    if (!places.has(reference)) places.set(reference, path);
  };
  // The array grows during the iteration, because documents may be nested to any depth.
  const nodes: { readonly value: Json; readonly path: readonly string[] }[] = [{ value: root, path: [] }];
  for (const { value, path } of nodes) {
    if (!isObject(value) && !isArray(value)) continue;
    if (isObject(value)) {
      const [anchor, id] = [get(value, '$anchor'), get(value, '$id')];
      if (typeof anchor === 'string') add(`#${anchor}`, path);
      if (typeof id === 'string') add(id, path);
    }
    for (const [key, child] of Object.entries(value)) nodes.push({ value: child, path: [...path, key] });
  }
  return places;
}
