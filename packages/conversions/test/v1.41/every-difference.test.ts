/** Checks that each difference in messages has a test named after it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differences } from '../../gen/v1.41/index.js';

const folder = join(import.meta.dirname, 'differences');
const tests = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
const seen = differences.filter(({ operations }) => operations.length > 0);

it.each(seen.map(({ id }) => id))('%s', (id) => {
  expect(tests.filter((text) => text.includes(`it('${id}: `))).not.toEqual([]);
});

it('no test is named after an unknown difference', () => {
  const named = tests.flatMap((text) => [...text.matchAll(/\bit\('([a-z0-9-]+): /g)].map(([, id]) => id));
  const ids = differences.map(({ id }) => id);
  expect(named.filter((id) => id !== undefined && !ids.includes(id))).toEqual([]);
  expect(named.length).toBeGreaterThanOrEqual(seen.length);
});
