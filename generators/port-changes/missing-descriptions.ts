/** Finds the new parts of a document that still lack a description. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';

/** The keys whose entries have descriptions in our specification. */
const holders = new Set(['properties', 'schemas', 'headers', 'parameters', 'responses']);
const methods = new Set(['get', 'put', 'post', 'delete', 'head', 'options', 'patch', 'trace']);

/** The key of an overlay that lists the questions of its bump. */
export const openQuestionsKey = 'x-lading-questions';

/** The paths of all parts that only `after` has and that have no description. */
export function missingDescriptions(before: JsonObject, after: JsonObject): readonly (readonly string[])[] {
  return walk(before, after, []);
}

function walk(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
): readonly (readonly string[])[] {
  // Versions share what is equal.
  if (before === after) return [];
  if (isArray(after)) {
    const entries = isArray(before) ? before : [];
    return after.flatMap((entry, index) => {
      const name = isObject(entry) ? get(entry, 'name') : undefined;
      const former = entries.find((other, at) =>
        isObject(other) && name !== undefined ? get(other, 'name') === name : at === index,
      );
      return walk(former, entry, [...path, typeof name === 'string' ? name : String(index)]);
    });
  }
  if (!isObject(after)) return [];
  const own = before === undefined && isDescribable(path) && !isDescribed(after) ? [path] : [];
  const inner = Object.entries(after).flatMap(([key, value]) => {
    if (key === 'default' || key === 'example' || key.startsWith('x-')) return [];
    return walk(isObject(before) ? get(before, key) : undefined, value, [...path, key]);
  });
  return [...own, ...inner];
}

function isDescribable(path: readonly string[]): boolean {
  const [last = '', holder = ''] = path.slice(-2).reverse();
  if (path[0] === 'paths') return path.length > 3 ? holders.has(holder) : path.length === 3 && methods.has(last);
  return holders.has(holder);
}

function isDescribed(thing: JsonObject): boolean {
  const text = get(thing, 'description');
  // The target of a reference has its own description.
  return (typeof text === 'string' && text !== '') || Object.hasOwn(thing, '$ref');
}
