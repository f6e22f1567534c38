/** The output sizes in the README, which do not depend on the machine, are those of the committed packages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { typescriptBytes } from '../subjects/measure-generators.mjs';

const repository = join(import.meta.dirname, '..', '..', '..');
const readme = readFileSync(join(repository, 'tools/bench/README.md'), 'utf8');
const bytesOf = (path: string) => typescriptBytes(join(repository, 'packages', path));
const pathsOf = (version: string) =>
  readFileSync(join(repository, `packages/v${version}/types/gen/paths.ts`)).byteLength;

/** The cells of the first table row that begins with the given cells. */
function row(...first: readonly string[]): readonly string[] {
  const cells = readme.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return cells.find((one) => first.every((cell, index) => one[index + 1] === cell)) ?? [];
}

const both = bytesOf('v1.44/types/gen') + bytesOf('v1.41/types/gen');
const paths = pathsOf('1.44') + pathsOf('1.41');
const formatted = (bytes: number) => bytes.toLocaleString('en-US');

it.each([
  ['both versions, named types', both - paths],
  ['both versions, with `paths`', both],
  ['second run, named types, nothing changed', both - paths],
  ['second run, with `paths`, nothing changed', both],
  ['`--check`, with `paths`', both],
])('of the types of %s', (output, bytes) => {
  expect(row(`Lading, \`spec/\`: ${output}`)[5]).toBe(formatted(bytes));
});

it('of each version', () => {
  const cells = row('Lading, `spec/`', formatted(bytesOf('v1.44/types/gen') - pathsOf('1.44')));
  expect(cells[3]).toBe(formatted(bytesOf('v1.41/types/gen') - pathsOf('1.41')));
});
