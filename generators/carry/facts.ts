/** An api without its words: what is left are facts, which anybody may state. */
import type { Api } from '../ir/index.js';

const words = new Set([
  ...['title', 'description', 'summary', 'rules', 'use', 'example', 'exampleOrder', 'exampleKey'],
  // Published documents cannot say it, so that none of them takes it back.
  'slashes',
]);
/** Values of the wire: whatever their keys are called, they are no words of ours or of others. */
const values = new Set(['default', 'value']);

/** The same api with every text, example and rule in words taken out; names, types, bounds and defaults stay. Sets of states are ours alone. */
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
