/** Runs the everyday programs with dockerode after `lading-migrate`: one that is rewritten has to do the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@lading/migrate';
import { expect, inject, test } from 'vitest';
import { everydayPrograms } from '../everyday.js';
import { outputOf, pattern } from './output-of.js';

// A run that is not full takes a third of the programs.
const programs = everydayPrograms.filter((_, index) => inject('isFullRun') || index % 3 === inject('seed') % 3);
const results = migrate(new Map(programs.map(({ name, dockerode }) => [`${name}.ts`, dockerode])));
const migrated = programs.flatMap((program) => {
  const result = results.get(`${program.name}.ts`);
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
  expect(await outputOf(name, source)).toMatch(pattern(prints));
});
