/** Runs the everyday programs with dockerode after `lading-migrate`: one without a step by hand has to do the same. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@lading/migrate';
import { afterAll, expect, inject, test } from 'vitest';
import { everydayPrograms, pathOf } from '../everyday.js';
import { outputOf, pattern } from './output-of.js';

// Within the package, so that modules are found.
const folder = mkdtempSync(join(import.meta.dirname, '..', '.migrated-'));
afterAll(() => rmSync(folder, { recursive: true }));

const migrated = everydayPrograms.map((program) => {
  const path = pathOf('dockerode', program.name);
  return { ...program, ...migrate(path, readFileSync(path, 'utf8')) };
});
const complete = migrated.filter(({ manual }) => manual.length === 0);

test('some of the programs are rewritten without a step by hand', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../packages/migrate/README.md'), 'utf8');
  expect(readme.replaceAll('\n', ' ')).toContain(`${complete.length} are rewritten without a step by hand`);
});

test.each(complete.filter((_, index) => inject('isFullRun') || index % 3 === inject('seed') % 3))(
  '$name',
  async ({ name, source, prints }) => {
    const path = join(folder, `${name}.ts`);
    writeFileSync(path, source);
    expect(await outputOf(name, path)).toMatch(pattern(prints));
  },
);
