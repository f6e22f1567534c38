/** Editable documents, with copy on write. */
import { get, isArray, isObject, type Json, type JsonArray } from '../document/index.js';

/** The location of a node: keys of objects and indices of arrays, from the root. The root itself is the empty array. */
export type Location = readonly (string | number)[];

/**
 * Returns the node that replaces one, or undefined if that does not change.
 *
 * @param own the copies that are not visible outside, which may be changed in place
 */
export type Replacement = (node: Json, own: WeakSet<object>) => Json | undefined;

/**
 * A document that is edited many times. The given document is not changed: each edited node is copied once, and all other nodes
 * are shared.
 */
export class DocumentDraft {
  #root: Json;
  /** The copies that are not visible outside, which may therefore be changed in place. */
  #own = new WeakSet<object>();

  constructor(root: Json) {
    this.#root = root;
  }

  /** The current document. Further edits may change it in place. */
  get now(): Json {
    return this.#root;
  }

  /** Returns the current document, which further edits do not change. */
  settled(): Json {
    this.#own = new WeakSet();
    return this.#root;
  }

  /** Replaces the node at a location, if there is one. @returns whether the node has changed */
  replace(location: Location, replacement: Replacement): boolean {
    const edited = this.#replaced(this.#root, location, replacement, 0);
    if (edited === undefined) return false;
    this.#root = edited;
    return true;
  }

  /** Removes the nodes at these locations at once: indices refer to the array before any removal. */
  remove(locations: readonly Location[]): void {
    const marks: Marks = new Map();
    for (const location of locations) mark(marks, location);
    this.#root = this.#without(this.#root, marks);
  }

  /** Returns the tree with the edit, or undefined if the edit changes nothing. */
  #replaced(tree: Json, location: Location, replacement: Replacement, depth: number): Json | undefined {
    const segment = location[depth];
    if (segment === undefined) return replacement(tree, this.#own);
    const child = childOf(tree, segment);
    const edited = child === undefined ? undefined : this.#replaced(child, location, replacement, depth + 1);
    return edited === undefined ? undefined : this.#with(tree, segment, edited);
  }

  #without(tree: Json, marks: Marks): Json {
    if (isArray(tree)) {
      return tree.flatMap((entry, index) => {
        const below = marks.get(index);
        if (below === undefined) return [entry];
        return below === 'removed' ? [] : [this.#without(entry, below)];
      });
    }
    let rest: Json = tree;
    for (const [segment, below] of marks) {
      const child = childOf(rest, segment);
      if (child !== undefined)
        rest = this.#with(rest, segment, below === 'removed' ? undefined : this.#without(child, below));
    }
    return rest;
  }

  /** Returns the tree with another child at the segment, or without one. */
  #with(tree: Json, segment: string | number, child: Json | undefined): Json {
    if (isArray(tree)) return child === undefined ? tree : this.#withItem(tree, Number(segment), child);
    if (!isObject(tree)) return tree;
    const copy = this.#own.has(tree) ? tree : { ...tree };
    this.#own.add(copy);
    // An assignment to `__proto__` would set the prototype.
    if (child === undefined) Reflect.deleteProperty(copy, segment);
    else Object.defineProperty(copy, segment, { value: child, enumerable: true, configurable: true, writable: true });
    return copy;
  }

  #withItem(tree: JsonArray, index: number, item: Json): Json {
    // Only copies are changed, and those were made here.
    const copy = (this.#own.has(tree) ? tree : [...tree]) as Json[];
    this.#own.add(copy);
    copy[index] = item;
    return copy;
  }
}

/** For each segment, the nodes to remove below it, or that the node itself is removed. */
type Marks = Map<string | number, Marks | 'removed'>;

function mark(marks: Marks, location: Location): void {
  let level = marks;
  for (const [index, segment] of location.entries()) {
    const below = level.get(segment);
    if (below === 'removed') return;
    if (index === location.length - 1) {
      level.set(segment, 'removed');
      return;
    }
    const next: Marks = below ?? new Map();
    level.set(segment, next);
    level = next;
  }
}

function childOf(tree: Json, segment: string | number): Json | undefined {
  if (isArray(tree)) return tree[Number(segment)];
  return isObject(tree) ? get(tree, String(segment)) : undefined;
}
