/** The edits that turn one object into another, as removals and merges of overlays. */
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

/** A merge into an existing object: values to put under its keys, and merges into the objects there. */
export interface Merge {
  readonly kind: 'merge';
  readonly entries: readonly (readonly [string, Merge | Put])[];
}

interface Put {
  readonly kind: 'put';
  readonly value: Json;
  /** `rewritten`: the former value was removed before, since a merge could not replace it. */
  readonly how: 'added' | 'changed' | 'rewritten';
}

/** One action of the overlay. Steps are applied in order, and do not interfere with each other. */
export type OverlayStep =
  | { readonly kind: 'remove'; readonly path: Path; readonly rewritten: boolean }
  | { readonly kind: 'merge'; readonly path: Path; readonly merge: Merge };

/** The steps, and then one merge into the object itself. */
interface Edits {
  readonly steps: readonly OverlayStep[];
  readonly merge: Merge;
}

export function editsOf(from: JsonObject, to: JsonObject, path: Path): Edits {
  const steps: OverlayStep[] = [];
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

/** Returns the steps for a changed value, and what to merge into its object under its key. */
export function editsOfValue(
  from: Json,
  to: Json,
  path: Path,
): { steps: readonly OverlayStep[]; node: Merge | Put | undefined } {
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
  // Engines disagree on updates of arrays (some append, some replace, some merge), so an array is removed first.
  if (isArray(from) || isObject(from)) {
    return { steps: [{ kind: 'remove', path, rewritten: true }], node: { kind: 'put', value: to, how: 'rewritten' } };
  }
  return { steps: [], node: { kind: 'put', value: to, how: 'changed' } };
}

/**
 * Returns steps for single items of an array, or `undefined` if the array has to be replaced: for added or moved items, arrays of
 * primitives, and edits longer than the array. (An item can be appended by targeting the array, but engines turn it into an object.)
 */
function editsOfEntries(from: JsonArray, to: JsonArray, path: Path): readonly OverlayStep[] | undefined {
  const steps: OverlayStep[] = [];
  const shorter = to.length < from.length;
  let next = 0;
  for (const [index, before] of from.entries()) {
    const after = to[next];
    if (after !== undefined && equal(before, after)) {
      next += 1;
      continue;
    }
    const selector = selectorOf(from, before);
    const hasSameIdentity = sameIdentity(identityOf(before), identityOf(after));
    if (shorter && selector !== undefined && !hasSameIdentity) {
      steps.push({ kind: 'remove', path: [...path, selector], rewritten: false });
      continue;
    }
    // In an array that shrinks, an index refers to another item after the first removal.
    if (after === undefined || !hasSameIdentity || (shorter && selector === undefined)) return undefined;
    const edits = editsOfEntry(before, after, [...path, selector ?? index]);
    if (edits === undefined) return undefined;
    steps.push(...edits);
    next += 1;
  }
  if (next < to.length) return undefined;
  return costOfSteps(steps) <= costOfRewriting(to, path) ? steps : undefined;
}

function editsOfEntry(from: Json, to: Json, path: Path): readonly OverlayStep[] | undefined {
  if (isArray(from) && isArray(to)) return editsOfEntries(from, to, path);
  if (!isObject(from) || !isObject(to)) return undefined;
  const edits = editsOf(from, to, path);
  return edits.merge.entries.length === 0 ? edits.steps : [...edits.steps, { kind: 'merge', path, merge: edits.merge }];
}

/** Returns a merge as the update of an action. */
export function updateOf(merge: Merge): JsonObject {
  return objectOf(merge.entries.map(([key, node]) => [key, node.kind === 'put' ? node.value : updateOf(node)]));
}

/** Moves a merge down to the deepest object that has all of its changes. */
export function deepened(path: Path, merge: Merge): { path: Path; merge: Merge } {
  const [entry, ...others] = merge.entries;
  if (entry === undefined || others.length > 0 || entry[1].kind === 'put') return { path, merge };
  const segment: Segment = entry[0];
  return deepened([...path, segment], entry[1]);
}

/** The approximate number of characters of an action besides its target and update. */
const COST_OF_ACTION = 80;

function cost(edits: Edits, path: Path): number {
  const steps = costOfSteps(edits.steps);
  return edits.merge.entries.length === 0 ? steps : steps + costOfSteps([{ kind: 'merge', path, merge: edits.merge }]);
}

function costOfSteps(steps: readonly OverlayStep[]): number {
  return steps.reduce((sum, step) => {
    const update = step.kind === 'merge' ? JSON.stringify(updateOf(step.merge)).length : 0;
    return sum + COST_OF_ACTION + pathText(step.path).length + update;
  }, 0);
}

function costOfRewriting(to: Json, path: Path): number {
  return 2 * (COST_OF_ACTION + pathText(path).length) + JSON.stringify(to).length;
}
