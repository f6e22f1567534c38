/** Checks that each difference in messages has a test named after it, in the file that the README states. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differences } from '../src/index.js';

const folder = join(import.meta.dirname, 'differences');
const tests = new Map(
  readdirSync(folder).map((file) => [`test/differences/${file}`, readFileSync(join(folder, file), 'utf8')]),
);
const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const seen = differences.filter(({ operations }) => operations.length > 0);

it.each(seen.map(({ id }) => id))('%s', (id) => {
  const row = readme.split('\n').find((line) => line.startsWith(`| \`${id}\` `));
  const [, file = ''] = /`(test\/differences\/[a-z-]+\.test\.ts)`/.exec(row ?? '') ?? [];
  expect(tests.get(file) ?? '').toContain(`it('${id}: `);
});

it('no test is named after an unknown difference', () => {
  const named = [...tests.values()].flatMap((text) => [...text.matchAll(/\bit\('([a-z0-9-]+): /g)].map(([, id]) => id));
  const ids = differences.map(({ id }) => id);
  expect(named.filter((id) => id !== undefined && !ids.includes(id))).toEqual([]);
  expect(named.length).toBeGreaterThanOrEqual(seen.length);
});
