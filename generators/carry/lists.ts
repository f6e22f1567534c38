/** Lists of a document, of which most are sets: `required`, `enum`, parameters by their name. */
import { equal, get, isArray, isObject, type Json, type JsonArray } from '../document/index.js';
import type { Five, Walk } from './carry.js';

type CarryValue = (five: Five, path: readonly string[], walk: Walk) => Json | undefined;

/** What a list becomes; no value where nothing of it stays. */
export interface CarriedList {
  readonly value: Json | undefined;
}

/** What a list of ours becomes; undefined where the place holds none, or one whose entries cannot be told apart. */
export function carriedList(
  five: Five,
  path: readonly string[],
  walk: Walk,
  carried: CarryValue,
): CarriedList | undefined {
  const { before, after, ours } = five;
  if (![before, after, ours].every((value) => value === undefined || isArray(value))) return undefined;
  const lists = { before: listOf(before), after: listOf(after), ours: listOf(ours) };
  const all = [...lists.before, ...lists.after, ...lists.ours];
  if (path.at(-1) === 'required' || path.at(-1) === 'enum') return { value: set(five, lists, path, walk) };
  if (all.length > 0 && all.every((entry) => nameOf(entry) !== undefined))
    return { value: byName(five, lists, path, walk, carried) };
  if (lists.before.length === lists.after.length && lists.after.length === lists.ours.length && all.every(isObject)) {
    const value = lists.ours.map((entry, index) => {
      const at = (list: Json | undefined) => (isArray(list) ? list[index] : undefined);
      const inner: Five = {
        before: lists.before[index],
        after: lists.after[index],
        ours: entry,
        rawBefore: at(five.rawBefore),
        rawAfter: at(five.rawAfter),
        reached: false,
      };
      return carried(inner, [...path, String(index)], walk) ?? entry;
    });
    return { value };
  }
  return undefined;
}

interface Lists {
  readonly before: JsonArray;
  readonly after: JsonArray;
  readonly ours: JsonArray;
}

/** Entry by entry: what came is put, what went is taken out, unless a patch alone makes the difference. */
function set(five: Five, { before, after, ours }: Lists, path: readonly string[], walk: Walk): Json | undefined {
  const { rawBefore, rawAfter, reached, moved = [] } = five;
  const isPatchOnly = (entry: Json) => reached && holds(listOf(rawBefore), entry) === holds(listOf(rawAfter), entry);
  const moves = (from: JsonArray, to: JsonArray) => from.filter((entry) => !holds(to, entry));
  const doubt = (kind: 'before' | 'after') => (entry: Json) => {
    if (!isPatchOnly(entry) || (typeof entry === 'string' && moved.includes(entry))) return true;
    walk.doubts.push({ kind: 'returned', path, [kind]: entry });
    return false;
  };
  const gone = moves(before, after).filter(doubt('before'));
  const come = moves(after, before).filter(doubt('after'));
  const result = [...ours.filter((entry) => !holds(gone, entry)), ...come.filter((entry) => !holds(ours, entry))];
  return result.length === 0 ? undefined : result;
}

function byName(five: Five, lists: Lists, path: readonly string[], walk: Walk, carried: CarryValue): Json | undefined {
  const find = (list: Json | undefined, name: string | undefined) =>
    isArray(list) ? list.find((entry) => nameOf(entry) === name) : undefined;
  const names = [...new Set([...lists.ours, ...lists.after, ...lists.before].map(nameOf))];
  const result = names.flatMap((name): JsonArray => {
    const inner: Five = {
      before: find(lists.before, name),
      after: find(lists.after, name),
      ours: find(lists.ours, name),
      rawBefore: find(five.rawBefore, name),
      rawAfter: find(five.rawAfter, name),
      reached: five.reached,
    };
    const value = carried(inner, [...path, name ?? ''], walk);
    return value === undefined ? [] : [value];
  });
  return result.length === 0 ? undefined : result;
}

/** A parameter by where it stands and its name, a tag by its name. */
function nameOf(entry: Json): string | undefined {
  if (!isObject(entry)) return undefined;
  const [name, place] = [get(entry, 'name'), get(entry, 'in')];
  return typeof name !== 'string' ? undefined : typeof place === 'string' ? `${place} ${name}` : name;
}

function listOf(value: Json | undefined): JsonArray {
  return isArray(value) ? value : [];
}

function holds(list: JsonArray, entry: Json): boolean {
  return list.some((other) => equal(other, entry));
}
