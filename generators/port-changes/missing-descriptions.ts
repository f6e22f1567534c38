/** Finds the new parts of a document that still lack a description, and the new operations that lack a summary. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';

/** The keys whose entries have descriptions in our specification. */
const holders = new Set(['properties', 'schemas', 'definitions', 'headers', 'parameters', 'responses']);
const methods = new Set(['get', 'put', 'post', 'delete', 'head', 'options', 'patch', 'trace']);

/** The key of an overlay that lists the questions of its bump. */
export const openQuestionsKey = 'x-lading-questions';

/**
 * The paths of all parts that only `after` has and that have no description, and those of the missing summaries of its operations,
 * which end with `summary`: where the operations of `before` have summaries.
 */
export function missingDescriptions(before: JsonObject, after: JsonObject): readonly (readonly string[])[] {
  return walk(before, after, [], hasSummaries(before));
}

/** Whether a path of a missing text is that of the summary of an operation. */
export function isMissingSummary(path: readonly string[]): boolean {
  return isOperation(path.slice(0, -1)) && path.at(-1) === 'summary';
}

function hasSummaries(document: JsonObject): boolean {
  const paths = get(document, 'paths');
  return (isObject(paths) ? Object.values(paths) : [])
    .flatMap((item) => (isObject(item) ? Object.values(item) : []))
    .some((operation) => isObject(operation) && hasText(operation, 'summary'));
}

function walk(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
  asksSummaries: boolean,
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
      return walk(former, entry, [...path, typeof name === 'string' ? name : String(index)], asksSummaries);
    });
  }
  if (!isObject(after)) return [];
  const isNew = before === undefined;
  const own = isNew && isDescribable(path) && !isDescribed(after) ? [path] : [];
  const lacksSummary = isNew && asksSummaries && isOperation(path) && !hasText(after, 'summary');
  const inner = Object.entries(after).flatMap(([key, value]) => {
    if (key === 'default' || key === 'example' || key.startsWith('x-')) return [];
    return walk(isObject(before) ? get(before, key) : undefined, value, [...path, key], asksSummaries);
  });
  return [...own, ...(lacksSummary ? [[...path, 'summary']] : []), ...inner];
}

function isDescribable(path: readonly string[]): boolean {
  const holder = path.at(-2) ?? '';
  if (path[0] === 'paths') return path.length > 3 ? holders.has(holder) : isOperation(path);
  return holders.has(holder);
}

function isOperation(path: readonly string[]): boolean {
  return path.length === 3 && path[0] === 'paths' && methods.has(path[2] ?? '');
}

function isDescribed(thing: JsonObject): boolean {
  // The target of a reference has its own description.
  return hasText(thing, 'description') || Object.hasOwn(thing, '$ref');
}

function hasText(thing: JsonObject, key: string): boolean {
  const text = get(thing, key);
  return typeof text === 'string' && text !== '';
}
