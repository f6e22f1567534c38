/** Removes the texts of an API. The remaining facts (names, types, constraints) are free to use. */
import type { Api } from '../ir/index.js';

const words = new Set([
  ...['title', 'description', 'summary', 'rules', 'use', 'example', 'exampleOrder', 'exampleKey'],
  // Published documents cannot say it, so that none of them takes it back.
  'slashes',
]);
/** The keys of values on the wire, whose properties are never texts. */
const values = new Set(['default', 'value']);

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
      .filter(([key]) => !words.has(key))
      .map(([key, inner]) => [key, values.has(key) ? inner : without(inner)]),
  );
}
