/** Which new things of a document still lack the text that a person has to write. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';

/** Things that the documents of the specification describe, by the key that holds them. */
const holders = new Set(['properties', 'schemas', 'headers', 'parameters', 'responses']);
const methods = new Set(['get', 'put', 'post', 'delete', 'head', 'options', 'patch', 'trace']);

/** Each thing that `after` has, `before` does not have, and nobody described, as its path. */
export function unwrittenIn(before: JsonObject, after: JsonObject): readonly (readonly string[])[] {
  return walk(before, after, []);
}

function walk(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
): readonly (readonly string[])[] {
  if (isArray(after)) {
    const known = isArray(before) ? before : [];
    return after.flatMap((entry, index) => {
      const name = isObject(entry) ? get(entry, 'name') : undefined;
      const same = known.find((other, at) =>
        isObject(other) && name !== undefined ? get(other, 'name') === name : at === index,
      );
      return walk(same, entry, [...path, typeof name === 'string' ? name : String(index)]);
    });
  }
  if (!isObject(after)) return [];
  const own = before === undefined && isThing(path) && !isDescribed(after) ? [path] : [];
  const inner = Object.entries(after).flatMap(([key, value]) => {
    if (key === 'default' || key === 'example' || key.startsWith('x-')) return [];
    return walk(isObject(before) ? get(before, key) : undefined, value, [...path, key]);
  });
  return [...own, ...inner];
}

function isThing(path: readonly string[]): boolean {
  const [last = '', holder = ''] = path.slice(-2).reverse();
  if (path[0] === 'paths') return path.length > 3 ? holders.has(holder) : path.length === 3 && methods.has(last);
  return holders.has(holder);
}

function isDescribed(thing: JsonObject): boolean {
  const text = get(thing, 'description');
  // What a reference leads to is described there.
  return (typeof text === 'string' && text !== '') || Object.hasOwn(thing, '$ref');
}
