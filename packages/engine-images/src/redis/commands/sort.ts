/** The command `SORT`. */
import { float, Options, syntaxError } from '../arguments.js';
import type { Client } from '../client.js';
import type { Database } from '../database.js';
import type { Reply } from '../reply.js';
import { sorted } from '../score-range.js';

interface SortRequest {
  readonly isAlphabetic: boolean;
  readonly isDescending: boolean;
  /** The pattern of the keys whose values give the order; one without `*` leaves the order as it is. */
  readonly by: string | undefined;
  readonly gets: readonly string[];
  readonly start: number;
  readonly count: number;
  readonly target: string | undefined;
}

function readRequest(options: Options, isReadOnly: boolean): SortRequest {
  let [isAlphabetic, isDescending, start, count] = [false, false, 0, -1];
  let [by, target]: (string | undefined)[] = [];
  const gets: string[] = [];
  while (!options.isEmpty) {
    const name = options.take('ALPHA', 'ASC', 'DESC', 'LIMIT', 'BY', 'GET', ...(isReadOnly ? [] : ['STORE']));
    if (name === 'ALPHA') isAlphabetic = true;
    else if (name === 'ASC' || name === 'DESC') isDescending = name === 'DESC';
    else if (name === 'LIMIT') [start, count] = [Math.max(0, options.integer()), options.integer()];
    else if (name === 'BY') by = options.word();
    else if (name === 'GET') gets.push(options.word());
    else if (name === 'STORE') target = options.word();
    else throw syntaxError();
  }
  return { isAlphabetic, isDescending, by, gets, start, count, target };
}

/** Returns the string, or the field of a hash (`key->field`), that a pattern names for an element. */
function valueOf(database: Database, pattern: string, element: string): string | null {
  if (pattern === '#') return element;
  const [, before = '', after = '', field] = /^([^*]*)\*(.*?)(?:->(.+))?$/s.exec(pattern) ?? [];
  const entry = pattern.includes('*') ? database.entry(before + element + after) : undefined;
  if (field !== undefined) return entry?.type === 'hash' ? (entry.value.get(field) ?? null) : null;
  return entry?.type === 'string' ? entry.value : null;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function numberOf(text: string | null): number {
  return text === null || text === '' ? 0 : float(text, "ERR One or more scores can't be converted into double");
}

function sortedElements(database: Database, key: string, request: SortRequest): string[] {
  const { isDescending, by } = request;
  const entry = database.entry(key);
  const isInOrder = by !== undefined && !by.includes('*');
  if (entry?.type === 'zset') {
    const members = sorted(entry.value).map(([member]) => member);
    if (isInOrder) return isDescending ? members.reverse() : members;
    return ordered(database, members, request);
  }
  if (entry?.type === 'set' && isInOrder && request.target !== undefined)
    return ordered(database, [...entry.value], { ...request, by: undefined, isAlphabetic: true });
  const elements = [...(entry?.type === 'set' ? entry.value : (database.get(key, 'list') ?? []))];
  return isInOrder ? elements : ordered(database, elements, request);
}

function ordered(database: Database, elements: readonly string[], request: SortRequest): string[] {
  const { by, isAlphabetic, isDescending } = request;
  const weighted = elements.map((element) => {
    const weight = by === undefined ? element : valueOf(database, by, element);
    return { element, weight, number: isAlphabetic ? 0 : numberOf(weight) };
  });
  weighted.sort((one, other) => {
    // Without a value is before all others.
    const byWeight = Number(one.weight !== null) - Number(other.weight !== null);
    const order = isAlphabetic
      ? byWeight || compare(one.weight ?? '', other.weight ?? '')
      : one.number - other.number || compare(one.element, other.element);
    return isDescending ? -order : order;
  });
  return weighted.map(({ element }) => element);
}

export function sort({ database }: Client, [key = '', ...words]: readonly string[], isReadOnly: boolean): Reply {
  const request = readRequest(new Options(words), isReadOnly);
  const { gets, start, count, target } = request;
  const chosen = sortedElements(database, key, request).slice(start, count < 0 ? undefined : start + count);
  const found =
    gets.length === 0 ? chosen : chosen.flatMap((each) => gets.map((pattern) => valueOf(database, pattern, each)));
  if (target === undefined) return found;
  if (found.length === 0) database.delete(target);
  else database.put(target, { type: 'list', value: found.map((each) => each ?? '') });
  return found.length;
}
