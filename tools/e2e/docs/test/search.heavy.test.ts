/** The search of the built reference has what readers look for among the first three hits. */
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { find, type EngineClass, type Index } from '../../../../packages/docs/assets/script/find.js';
import { text } from '../harness/built-site.js';
import { hardQueries, plainQueries, type SearchQuery } from '../harness/search-queries.js';

const window: { ladingSearch?: Index } = {};
runInNewContext(text('search-index.js'), { window });
const index = window.ladingSearch;
if (index === undefined) throw new Error('the script defines no index');

/** Returns the first three hits: an operation as its id, and a schema for requests under the name of that for responses. */
function firstThree(query: string, version: string): readonly string[] {
  if (index === undefined) return [];
  const hits = find(index, query, version, MiniSearch as unknown as EngineClass).slice(0, 3);
  return hits.map(({ kind, page, name }) =>
    kind === 'operation' ? page.slice(page.lastIndexOf('/') + 1) : name.replace(/^(\w+?)Input(?=\.|$)/, '$1'),
  );
}

function failures(queries: readonly SearchQuery[], version: string): readonly string[] {
  return queries.flatMap(([query, ...answers]) => {
    const hits = firstThree(query, version);
    return hits.some((hit) => answers.includes(hit)) ? [] : [`${query}: ${hits.join(', ') || 'nothing'}`];
  });
}

test('there are 100 different queries, half of them hard', () => {
  expect([plainQueries.length, hardQueries.length]).toEqual([50, 50]);
  expect(new Set([...plainQueries, ...hardQueries].map(([query]) => query))).toHaveProperty('size', 100);
});

test.each(index.versions)('at most 7 of 100 queries fail in version %s', (version) => {
  const failed = failures([...plainQueries, ...hardQueries], version);
  expect(failed.slice(7), `failed: ${failed.join('; ')}`).toEqual([]);
});
