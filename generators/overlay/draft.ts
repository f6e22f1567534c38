/** A document that is edited at places: where a node stands, and what the edits make of it. */
import { get, isArray, isObject, type Json } from '../document/index.js';

/** Keys of objects and indices of arrays, from the root down; the root itself is the empty list. */
export type Location = readonly (string | number)[];

/**
 * A document that is edited many times: the given one stays as it is, what is edited is copied once, and all that no
 * edit touches is shared.
 */
export class Draft {
  #root: Json;
  /** The copies, which nobody else has seen: they may be edited in place. */
  #own = new WeakSet<object>();

  constructor(root: Json) {
    this.#root = root;
  }

  /** What the edits have made of it so far, to look at: further ones may be seen in it. */
  get now(): Json {
    return this.#root;
  }

  /** The same, and it stays as it is. */
  settled(): Json {
    this.#own = new WeakSet();
    return this.#root;
  }

  /** Nothing happens where no node is there. @returns whether the node at the location is now another one */
  replace(location: Location, replacement: (node: Json) => Json): boolean {
    const edited = this.#replaced(this.#root, location, replacement, 0);
    if (edited === undefined) return false;
    this.#root = edited;
    return true;
  }

  /** Takes away the nodes at these locations, all at once: an index means the place before any removal. */
  remove(locations: readonly Location[]): void {
    const marks: Marks = new Map();
    for (const location of locations) mark(marks, location);
    this.#root = this.#without(this.#root, marks);
  }

  /** The tree with the edit in it; undefined where the edit changes nothing. */
  #replaced(tree: Json, location: Location, replacement: (node: Json) => Json, depth: number): Json | undefined {
    const segment = location[depth];
    if (segment === undefined) {
      const next = replacement(tree);
      return next === tree ? undefined : next;
    }
    const child = childOf(tree, segment);
    const edited = child === undefined ? undefined : this.#replaced(child, location, replacement, depth + 1);
    return edited === undefined ? undefined : this.#with(tree, segment, edited);
  }

  #without(tree: Json, marks: Marks): Json {
    if (isArray(tree)) {
      return tree.flatMap((entry, index) => {
        const below = marks.get(index);
        if (below === undefined) return [entry];
        return below === 'gone' ? [] : [this.#without(entry, below)];
      });
    }
    let rest: Json = tree;
    for (const [segment, below] of marks) {
      const child = childOf(rest, segment);
      if (child !== undefined)
        rest = this.#with(rest, segment, below === 'gone' ? undefined : this.#without(child, below));
    }
    return rest;
  }

  /** The tree with another child, or with none, in the place of the one at the segment. */
  #with(tree: Json, segment: string | number, child: Json | undefined): Json {
    if (isArray(tree)) return child === undefined ? tree : tree.with(Number(segment), child);
    if (!isObject(tree)) return tree;
    const copy = this.#own.has(tree) ? tree : { ...tree };
    this.#own.add(copy);
    // Not an assignment: one to `__proto__` would set the prototype.
    if (child === undefined) Reflect.deleteProperty(copy, segment);
    else Object.defineProperty(copy, segment, { value: child, enumerable: true, configurable: true, writable: true });
    return copy;
  }
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

function childOf(tree: Json, segment: string | number): Json | undefined {
  if (isArray(tree)) return tree[Number(segment)];
  return isObject(tree) ? get(tree, String(segment)) : undefined;
}
