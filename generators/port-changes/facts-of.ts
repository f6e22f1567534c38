/** Removes the texts of an API, or of its document. The remaining facts (names, types, constraints) are free to use. */
import { isArray, isObject, isValue, namedObjects, objectOf, type Json } from '../document/index.js';
import type { Api } from '../ir/index.js';

const textKeys = new Set([
  ...['title', 'description', 'summary', 'rules', 'use', 'example', 'exampleOrder', 'exampleKey'],
  // Published documents cannot express this property, so that comparing it would always remove it.
  'slashes',
]);
/** The keys of values on the wire, whose properties are never texts. */
const valueKeys = new Set(['default', 'value']);

/**
 * Removes every text, example and rule in prose; names, types, constraints and defaults stay. State sets are removed too,
 * since only our specification has them.
 */
export function factsOf(api: Api): Api {
  return { ...(without({ ...api, stateSets: [] }) as Api), title: '' };
}

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !textKeys.has(key))
      .map(([key, inner]) => [key, valueKeys.has(key) ? inner : without(inner)]),
  );
}

const documentTextKeys = new Set([
  ...['title', 'description', 'summary', 'example', 'examples', 'externalDocs', 'x-enumDescriptions'],
]);

/** Removes every text and example of a document, or of a part of it. @param areNames whether the keys of the part are names */
export function withoutTexts<Part extends Json>(part: Part, areNames = false): Part {
  const walk = (value: Json, keysAreNames = false): Json => {
    if (isArray(value)) return value.map((item) => walk(item));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).filter(([key]) => keysAreNames || !documentTextKeys.has(key));
    return objectOf(
      entries.map(([key, inner]) => {
        const isKept = !keysAreNames && isValue(key, inner, false);
        return [key, isKept ? inner : walk(inner, !keysAreNames && namedObjects.has(key))];
      }),
    );
  };
  return walk(part, areNames) as Part;
}
