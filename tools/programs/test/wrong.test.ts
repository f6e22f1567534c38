/** Compiles the wrong programs: the compiler has to report one error for each, which names the mistake in a sentence. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const folder = join(import.meta.dirname, '..', 'wrong');
const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
const compilers = inject('isFullRun') ? ['typescript', 'typescript7'] : ['typescript7'];

interface Diagnostic {
  readonly name: string;
  readonly lines: string[];
}

test.each(compilers)('%s reports one error for each wrong program', (compiler) => {
  const diagnostics = diagnosticsOf(compiler);
  const found = new Map(names.map((name) => [name, diagnostics.filter((one) => one.name === name)]));
  expect(names.filter((name) => found.get(name)?.length !== 1)).toEqual([]);
  expect(diagnostics).toHaveLength(names.length);
  expect(names).toHaveLength(76);

  const unexpected = diagnostics
    .map(({ name, lines }) => ({ name, lines, sentence: /^\/\/ (.*)/.exec(read(name))?.[1] ?? '?' }))
    .filter(({ lines, sentence }) => !lines.some((line) => line.includes(sentence)));
  expect(unexpected).toEqual([]);
  // An array instead of a map, and a string instead of an id, have a second line. In TypeScript 5.9, a missing property has one as well.
  const oneLine = compiler === 'typescript7' ? 74 : 71;
  expect(diagnostics.filter(({ lines }) => lines.length === 1).length).toBeGreaterThanOrEqual(oneLine);
  expect(diagnostics.filter(({ lines }) => lines.length > 3)).toEqual([]);
});

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function diagnosticsOf(compiler: string): Diagnostic[] {
  const tsc = join(import.meta.dirname, '..', '..', '..', 'node_modules', compiler, 'bin', 'tsc');
  const options = compiler === 'typescript7' ? ['--singleThreaded'] : [];
  const command = [tsc, ...options, '-p', folder, '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  const diagnostics: Diagnostic[] = [];
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const [, name, sentence] = /^(\S+)\(\d+,\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
    if (name !== undefined && sentence !== undefined) diagnostics.push({ name, lines: [sentence] });
    else diagnostics.at(-1)?.lines.push(line.trim());
  }
  return diagnostics;
}
