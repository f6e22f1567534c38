/** Where a node stands in a document, and the edits made there: copies share all that an edit does not touch. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';

/** Keys of objects and indices of arrays, from the root down; the root itself is the empty list. */
export type Location = readonly (string | number)[];

/** The tree with the node at a location replaced; the same tree when the replacement is the node itself, or no node is there. */
export function replaceAt(tree: Json, location: Location, replace: (node: Json) => Json, depth = 0): Json {
  const segment = location[depth];
  if (segment === undefined) return replace(tree);
  const child = childOf(tree, segment);
  if (child === undefined) return tree;
  const replaced = replaceAt(child, location, replace, depth + 1);
  if (replaced === child) return tree;
  if (isArray(tree)) return tree.with(Number(segment), replaced);
  // A computed key and a spread define own properties, so `__proto__` stays data.
  return isObject(tree) ? { ...tree, [segment]: replaced } : tree;
}

/** The tree without the nodes at these locations, all taken away at once: an index means the place before any removal. */
export function removeAll(tree: Json, locations: readonly Location[]): Json {
  const root: Marks = new Map();
  for (const location of locations) mark(root, location);
  return without(tree, root);
}

/** For each segment either what to remove below it, or that the node itself goes. */
type Marks = Map<string | number, Marks | 'gone'>;

function mark(marks: Marks, location: Location): void {
  let level = marks;
  for (const [index, segment] of location.entries()) {
    const below = level.get(segment);
    if (below === 'gone') return;
    if (index === location.length - 1) {
      level.set(segment, 'gone');
      return;
    }
    const next: Marks = below ?? new Map();
    level.set(segment, next);
    level = next;
  }
}

function without(tree: Json, marks: Marks): Json {
  if (isArray(tree)) {
    return tree.flatMap((entry, index) => {
      const below = marks.get(index);
      if (below === undefined) return [entry];
      return below === 'gone' ? [] : [without(entry, below)];
    });
  }
  if (!isObject(tree)) return tree;
  // Most of an object stays: a spread copies its properties as its own at once, `__proto__` too.
  let rest = tree;
  for (const [segment, below] of marks) {
    const key = String(segment);
    const child = get(rest, key);
    if (child === undefined) continue;
    rest = below === 'gone' ? withoutKey(rest, key) : { ...rest, [key]: without(child, below) };
  }
  return rest;
}

function withoutKey(object: JsonObject, key: string): JsonObject {
  const { [key]: _gone, ...others } = object;
  return others;
}

function childOf(tree: Json, segment: string | number): Json | undefined {
  if (isArray(tree)) return tree[Number(segment)];
  return isObject(tree) ? get(tree, String(segment)) : undefined;
}
