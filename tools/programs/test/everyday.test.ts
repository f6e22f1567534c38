/** Runs the everyday programs with both clients on an engine in memory, and compares their lengths. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { expect, inject, test } from 'vitest';
import { clients, everydayFolder, everydayPrograms } from '../everyday.js';
import { outputOf, pattern } from './output-of.js';

// A run that is not full takes a fifth of the programs, which the seed draws.
const isRun = (index: number): boolean => inject('isFullRun') || index % 5 === inject('seed') % 5;
const cases = everydayPrograms
  .filter((_, index) => isRun(index))
  .flatMap(({ name, prints, ...program }) =>
    clients.map((client) => ({ name, prints, client, source: program[client] })),
  );

test.each(cases)('$name with $client', async ({ name, source, prints }) => {
  expect(await outputOf(name, source)).toMatch(pattern(prints));
});

test('the programs are formatted alike, and have no comments', async () => {
  const filepath = join(everydayFolder, 'program.ts');
  const options = { ...(await resolveConfig(filepath)), filepath };
  for (const { name, source } of cases) {
    expect(await check(source, options), name).toBe(true);
    expect(source).not.toMatch(/^\s*(\/\/|\/\*)/m);
  }
});

/** The lines that are not empty; imports count as all others. */
const linesIn = (source: string) => source.split('\n').filter((line) => line.trim() !== '').length;

test('no program is longer than with dockerode, and all together are shorter by 30 percent', () => {
  const lengths = everydayPrograms.map((program) => clients.map((client) => linesIn(program[client])));
  const longer = everydayPrograms.filter((_, index) => Number(lengths[index]?.[0]) > Number(lengths[index]?.[1]));
  expect(longer.map(({ name }) => name)).toEqual([]);
  const [ours = 0, theirs = 0] = clients.map((_, index) => lengths.reduce((sum, both) => sum + (both[index] ?? 0), 0));
  expect(ours / theirs).toBeLessThanOrEqual(0.7);

  const rows = everydayPrograms.map(({ name, task }, index) => [task, `\`${name}\``, ...(lengths[index] ?? [])]);
  const table = [...rows, ['**All**', '', ours, theirs]].map((cells) => cells.join(' | '));
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8').replaceAll(/ {2,}/g, ' ');
  for (const row of table) expect(readme).toContain(row.replaceAll(/ {2,}/g, ' '));
  const start = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8').replaceAll(/ {2,}/g, ' ');
  expect(start).toContain(`lines of code | ${ours} | ${theirs} (`);
  const guide = readFileSync(join(import.meta.dirname, '../../../packages/client/docs/from-dockerode.md'), 'utf8');
  expect(guide.replaceAll('\n', ' ')).toContain(
    `have ${ours} lines with \`@lading/client\` and ${theirs} with dockerode`,
  );
});
