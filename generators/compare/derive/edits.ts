/** What has to be done to make one object of another, by the few means that overlays have. */
import {
  equal,
  get,
  isArray,
  isObject,
  objectOf,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../../document/index.js';
import { identityOf, pathText, sameIdentity, selectorOf, type Path, type Segment } from './json-path.js';

/** Merged into an object that stays: what to put under its keys, and what to merge into the objects there. */
export interface Merge {
  readonly kind: 'merge';
  readonly entries: readonly (readonly [string, Merge | Put])[];
}

interface Put {
  readonly kind: 'put';
  readonly value: Json;
  /** `rewritten`: a removal took the former value away, since merging could not make this one of it. */
  readonly how: 'added' | 'changed' | 'rewritten';
}

/** One action to come. Steps of a list are done in order; none is in the way of another. */
export type Step =
  | { readonly kind: 'remove'; readonly path: Path; readonly rewritten: boolean }
  | { readonly kind: 'merge'; readonly path: Path; readonly merge: Merge };

/** The steps, and then one merge into the object itself. */
interface Edits {
  readonly steps: readonly Step[];
  readonly merge: Merge;
}

export function editsOf(from: JsonObject, to: JsonObject, path: Path): Edits {
  const steps: Step[] = [];
  const entries: [string, Merge | Put][] = [];
  for (const [key, before] of Object.entries(from)) {
    const after = get(to, key);
    const place = [...path, key];
    if (after === undefined) steps.push({ kind: 'remove', path: place, rewritten: false });
    else if (!equal(before, after)) {
      const edits = editsOfValue(before, after, place);
      steps.push(...edits.steps);
      if (edits.node !== undefined) entries.push([key, edits.node]);
    }
  }
  for (const [key, value] of Object.entries(to)) {
    if (!Object.hasOwn(from, key)) entries.push([key, { kind: 'put', value, how: 'added' }]);
  }
  return { steps, merge: { kind: 'merge', entries } };
}

/** The steps for a value that changed, and what its object has to take under its key. */
export function editsOfValue(
  from: Json,
  to: Json,
  path: Path,
): { steps: readonly Step[]; node: Merge | Put | undefined } {
  if (isObject(from) && isObject(to)) {
    const edits = editsOf(from, to, path);
    if (edits.steps.length < 2 || cost(edits, path) <= costOfRewriting(to, path)) {
      return { steps: edits.steps, node: edits.merge.entries.length === 0 ? undefined : edits.merge };
    }
  }
  if (isArray(from) && isArray(to)) {
    const steps = editsOfEntries(from, to, path);
    if (steps !== undefined) return { steps, node: undefined };
  }
  // Engines disagree on what an array becomes when an update meets it (some append, some replace, some mix), so it is taken out first.
  if (isArray(from) || isObject(from)) {
    return { steps: [{ kind: 'remove', path, rewritten: true }], node: { kind: 'put', value: to, how: 'rewritten' } };
  }
  return { steps: [], node: { kind: 'put', value: to, how: 'changed' } };
}

/**
 * Steps for single entries of a list, or `undefined` where rewriting the list is the way: entries that came new or moved,
 * lists of primitives, and edits longer than the list. (An entry can be appended by targeting the list, but engines make a map of it.)
 */
function editsOfEntries(from: JsonArray, to: JsonArray, path: Path): readonly Step[] | undefined {
  const steps: Step[] = [];
  const shorter = to.length < from.length;
  let next = 0;
  for (const [index, before] of from.entries()) {
    const after = to[next];
    if (after !== undefined && equal(before, after)) {
      next += 1;
      continue;
    }
    const selector = selectorOf(from, before);
    const same = sameIdentity(identityOf(before), identityOf(after));
    if (shorter && selector !== undefined && !same) {
      steps.push({ kind: 'remove', path: [...path, selector], rewritten: false });
      continue;
    }
    // In a list that shrinks, an index would mean another entry after the first removal.
    if (after === undefined || !same || (shorter && selector === undefined)) return undefined;
    const edits = editsOfEntry(before, after, [...path, selector ?? index]);
    if (edits === undefined) return undefined;
    steps.push(...edits);
    next += 1;
  }
  if (next < to.length) return undefined;
  return costOfSteps(steps) <= costOfRewriting(to, path) ? steps : undefined;
}

function editsOfEntry(from: Json, to: Json, path: Path): readonly Step[] | undefined {
  if (isArray(from) && isArray(to)) return editsOfEntries(from, to, path);
  if (!isObject(from) || !isObject(to)) return undefined;
  const edits = editsOf(from, to, path);
  return edits.merge.entries.length === 0 ? edits.steps : [...edits.steps, { kind: 'merge', path, merge: edits.merge }];
}

/** What a merge looks like as the update of an action. */
export function updateOf(merge: Merge): JsonObject {
  return objectOf(merge.entries.map(([key, node]) => [key, node.kind === 'put' ? node.value : updateOf(node)]));
}

/** The same merge, stated as deep in the document as it reaches with a single key on the way. */
export function deepened(path: Path, merge: Merge): { path: Path; merge: Merge } {
  const [entry, ...others] = merge.entries;
  if (entry === undefined || others.length > 0 || entry[1].kind === 'put') return { path, merge };
  const segment: Segment = entry[0];
  return deepened([...path, segment], entry[1]);
}

/** About as many characters as the lines of an action that a reader has to take in, its target aside. */
const COST_OF_ACTION = 80;

function cost(edits: Edits, path: Path): number {
  const steps = costOfSteps(edits.steps);
  return edits.merge.entries.length === 0 ? steps : steps + costOfSteps([{ kind: 'merge', path, merge: edits.merge }]);
}

function costOfSteps(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => {
    const update = step.kind === 'merge' ? JSON.stringify(updateOf(step.merge)).length : 0;
    return sum + COST_OF_ACTION + pathText(step.path).length + update;
  }, 0);
}

function costOfRewriting(to: Json, path: Path): number {
  return 2 * (COST_OF_ACTION + pathText(path).length) + JSON.stringify(to).length;
}
