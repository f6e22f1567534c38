/** The search of the built reference has what readers look for among the first three hits. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { find, type EngineClass, type Index } from '../../../../packages/docs/assets/script/find.js';
import { text } from '../harness/built-site.js';

/** A query, and the names of the entries that answer it. */
type SearchQuery = readonly [query: string, ...answers: string[]];
const queriesFile = new URL('../harness/search-queries.yaml', import.meta.url);
const queries = parse(readFileSync(queriesFile, 'utf8')) as Readonly<Record<'plain' | 'hard', readonly SearchQuery[]>>;
const all = [...queries.plain, ...queries.hard];

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

function failures(version: string): readonly string[] {
  return all.flatMap(([query, ...answers]) => {
    const hits = firstThree(query, version);
    return hits.some((hit) => answers.includes(hit)) ? [] : [`${query}: ${hits.join(', ') || 'nothing'}`];
  });
}

test('there are 100 different queries, half of them hard', () => {
  expect([queries.plain.length, queries.hard.length]).toEqual([50, 50]);
  expect(new Set(all.map(([query]) => query))).toHaveProperty('size', 100);
});

test.each(index.versions)('at most 7 of 100 queries fail in version %s', (version) => {
  const failed = failures(version);
  expect(failed.slice(7), `failed: ${failed.join('; ')}`).toEqual([]);
});
