/** Runs the everyday programs with dockerode after `lading-migrate`: one that is rewritten has to do the same. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@lading/migrate';
import { afterAll, expect, inject, test } from 'vitest';
import { everydayPrograms, pathOf } from '../everyday.js';
import { outputOf, pattern } from './output-of.js';

// Within the package, so that modules are found, and beside the folders that programs name.
const folder = mkdtempSync(join(import.meta.dirname, '..', 'everyday', '.migrated-'));
afterAll(() => rmSync(folder, { recursive: true }));

// A run that is not full takes a third of the programs.
const programs = everydayPrograms.filter((_, index) => inject('isFullRun') || index % 3 === inject('seed') % 3);
const paths = programs.map(({ name }) => pathOf('dockerode', name));
const results = migrate(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])));
const migrated = programs.flatMap((program) => {
  const result = results.get(pathOf('dockerode', program.name));
  return result === undefined ? [] : [{ ...program, ...result }];
});
const complete = migrated.filter(({ reasons }) => reasons.length === 0);

test('the programs that are left as they were say why', () => {
  expect(migrated.filter(({ rewritten, reasons }) => rewritten === 0 && reasons.length === 0)).toEqual([]);
  const readme = readFileSync(join(import.meta.dirname, '../../../packages/migrate/README.md'), 'utf8');
  const total = Number(/(\d+) are\s+rewritten/.exec(readme)?.[1]);
  if (inject('isFullRun')) expect(complete.length).toBe(total);
});

test.each(complete)('$name', async ({ name, source, prints }) => {
  const path = join(folder, `${name}.ts`);
  writeFileSync(path, source);
  expect(await outputOf(name, path)).toMatch(pattern(prints));
});
