/** Merges the arrays of a document. Most of them are sets: `required`, `enum`, and parameters by name. */
import { equal, get, isArray, isObject, type Json, type JsonArray } from '../document/index.js';
import { isPublished } from './is-published.js';
import type { MergeInputs, MergeContext } from './port-changes.js';

type MergeValue = (inputs: MergeInputs, path: readonly string[], context: MergeContext) => Json | undefined;

/** The merged array; without a value if no item remains. */
export interface MergedArray {
  readonly value: Json | undefined;
}

/** Merges an array. @returns undefined if the place has no array, or its items have no identity */
export function mergeArray(
  inputs: MergeInputs,
  path: readonly string[],
  context: MergeContext,
  mergeValue: MergeValue,
): MergedArray | undefined {
  const { before, after, ours } = inputs;
  if (![before, after, ours].every((value) => value === undefined || isArray(value))) return undefined;
  const lists = { before: listOf(before), after: listOf(after), ours: listOf(ours) };
  const all = [...lists.before, ...lists.after, ...lists.ours];
  if (path.at(-1) === 'required' || path.at(-1) === 'enum') return { value: mergeSet(inputs, lists, path, context) };
  const areNamed = all.every((entry) => nameOf(entry) !== undefined);
  if (all.length > 0 && (areNamed || (all.every(isObject) && isPublished(inputs, path))))
    return { value: mergeByName(inputs, path, context, mergeValue) };
  if (lists.before.length === lists.after.length && lists.after.length === lists.ours.length && all.every(isObject)) {
    const value = lists.ours.map((entry, index) => {
      const at = (list: Json | undefined) => (isArray(list) ? list[index] : undefined);
      const inner: MergeInputs = {
        before: lists.before[index],
        after: lists.after[index],
        ours: entry,
        rawBefore: at(inputs.rawBefore),
        rawAfter: at(inputs.rawAfter),
        reached: false,
      };
      return mergeValue(inner, [...path, String(index)], context) ?? entry;
    });
    return { value };
  }
  return undefined;
}

interface ArrayInputs {
  readonly before: JsonArray;
  readonly after: JsonArray;
  readonly ours: JsonArray;
}

/** Adds new items and removes former ones, unless the difference results only from a correction. */
function mergeSet(
  inputs: MergeInputs,
  { before, after, ours }: ArrayInputs,
  path: readonly string[],
  context: MergeContext,
): Json | undefined {
  const { rawBefore, rawAfter, reached, moved = [] } = inputs;
  const isCorrectionOnly = (entry: Json) =>
    reached && includesItem(listOf(rawBefore), entry) === includesItem(listOf(rawAfter), entry);
  const moves = (from: JsonArray, to: JsonArray) => from.filter((entry) => !includesItem(to, entry));
  const isPorted = (kind: 'before' | 'after') => (entry: Json) => {
    if (!isCorrectionOnly(entry) || (typeof entry === 'string' && moved.includes(entry))) return true;
    context.conflicts.push({ kind: 'corrected', path, [kind]: entry });
    return false;
  };
  const removed = moves(before, after).filter(isPorted('before'));
  const added = moves(after, before).filter(isPorted('after'));
  const result = [
    ...ours.filter((entry) => !includesItem(removed, entry)),
    ...added.filter((entry) => !includesItem(ours, entry)),
  ];
  return result.length === 0 ? undefined : result;
}

/** Merges items by their identity. In an array that ours has as it was published, their order is that of the later one. */
function mergeByName(
  inputs: MergeInputs,
  path: readonly string[],
  context: MergeContext,
  mergeValue: MergeValue,
): Json | undefined {
  const before = byName(inputs.before);
  const after = byName(inputs.after);
  const ours = byName(inputs.ours);
  const rawBefore = byName(inputs.rawBefore);
  const rawAfter = byName(inputs.rawAfter);
  const own = isPublished(inputs, path) ? [] : ours.keys();
  const result = [...new Set([...own, ...after.keys(), ...before.keys()])].flatMap((name): JsonArray => {
    const inner: MergeInputs = {
      before: before.get(name),
      after: after.get(name),
      ours: ours.get(name),
      rawBefore: rawBefore.get(name),
      rawAfter: rawAfter.get(name),
      reached: inputs.reached,
    };
    const value = mergeValue(inner, [...path, name], context);
    return value === undefined ? [] : [value];
  });
  return result.length === 0 ? undefined : result;
}

/** Returns the items by their names or references; others by their positions among those. */
function byName(list: Json | undefined): ReadonlyMap<string, Json> {
  let others = 0;
  return new Map(listOf(list).map((entry) => [nameOf(entry) ?? String(others++), entry]));
}

/** Returns the identity of an item: location and name of a parameter, name of a tag, or what it refers to. */
function nameOf(entry: Json): string | undefined {
  if (!isObject(entry)) return undefined;
  const [name, place] = [get(entry, 'name') ?? get(entry, '$ref'), get(entry, 'in')];
  return typeof name !== 'string' ? undefined : typeof place === 'string' ? `${place} ${name}` : name;
}

function listOf(value: Json | undefined): JsonArray {
  return isArray(value) ? value : [];
}

function includesItem(list: JsonArray, entry: Json): boolean {
  return list.some((other) => equal(other, entry));
}
