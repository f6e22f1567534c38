/**
 * An OpenAPI document prepared for openapi-typescript, which copies texts into comments unescaped and reads names as
 * references.
 */
import { commentText } from '../../code/index.js';
import { isArray, isObject, objectOf, segmentsOf, type Json, type JsonObject } from '../../document/index.js';

/**
 * Returns the document with its texts made safe for comments, and its schemas under the names of `ids`. Each schema is
 * empty, so that openapi-typescript refers to it and does not emit it again.
 */
export function forOpenapiTypescript(document: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  const { components: _components, ...rest } = document;
  const schemas = objectOf([...ids.values()].map((id) => [id, {}]));
  return { ...objectOf(entriesOf(rest, ids, false)), components: { schemas } };
}

/** @param named whether the keys are names that the document defines, not keywords */
function entriesOf(object: JsonObject, ids: ReadonlyMap<string, string>, named: boolean): [string, Json][] {
  return Object.entries(object).flatMap(([key, value]): [string, Json][] => {
    // A `$ref` of an example is data, but openapi-typescript would resolve it.
    if (!named && shownInComments.has(key)) return containsReference(value) ? [] : [[key, withSafeTexts(value)]];
    if (!named && key === '$ref' && typeof value === 'string') return [[key, renamed(value, ids)]];
    return [[key, cleaned(value, ids, !named && holdingNames.has(key))]];
  });
}

function cleaned(value: Json, ids: ReadonlyMap<string, string>, named: boolean): Json {
  if (isArray(value)) return value.map((entry) => cleaned(entry, ids, false));
  return isObject(value) ? objectOf(entriesOf(value, ids, named)) : value;
}

const shownInComments = new Set(['title', 'summary', 'description', 'format', 'default', 'example', 'examples']);
const holdingNames = new Set(['paths', 'responses', 'headers', 'content', 'properties']);

function containsReference(value: Json): boolean {
  if (isArray(value)) return value.some(containsReference);
  return isObject(value) && Object.entries(value).some(([key, entry]) => key === '$ref' || containsReference(entry));
}

function withSafeTexts(value: Json): Json {
  if (typeof value === 'string') return commentText(value);
  if (isArray(value)) return value.map(withSafeTexts);
  if (!isObject(value)) return value;
  return objectOf(Object.entries(value).map(([key, entry]) => [commentText(key), withSafeTexts(entry)]));
}

function renamed(reference: string, ids: ReadonlyMap<string, string>): string {
  const name = segmentsOf(reference.replace(/^#/, '')).at(-1) ?? '';
  return `#/components/schemas/${ids.get(name) ?? name}`;
}
