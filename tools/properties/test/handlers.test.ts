/** Types of handlers: valid handlers compile and invalid ones do not, with both compilers and both kinds of module resolution. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { repository } from '../paths.js';

const programs = join(import.meta.dirname, '..', 'handlers');
const work = mkdtempSync(join(import.meta.dirname, '..', '.types-'));
afterAll(() => rmSync(work, { recursive: true }));

const compilers = { 'TypeScript 5.9': 'typescript', 'TypeScript 7': 'typescript7' };
const resolutions = [
  { module: 'NodeNext', moduleResolution: 'NodeNext' },
  { module: 'ESNext', moduleResolution: 'Bundler' },
];

function compile(name: keyof typeof compilers, options: object, files: readonly string[]): string {
  const project = join(work, `tsconfig.${Math.random().toString(36).slice(2)}.json`);
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'ESNext.Disposable'],
    types: ['node'],
    skipLibCheck: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    ...options,
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const compiler = join(repository, 'node_modules', compilers[name], 'bin', 'tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}

// A full run compiles with TypeScript 5.9 too.
const testedCompilers = (Object.keys(compilers) as (keyof typeof compilers)[]).filter(
  (name) => inject('isFullRun') || name === 'TypeScript 7',
);
const cases = testedCompilers.flatMap((name) =>
  resolutions.map((options) => ({ name, options, resolution: options.moduleResolution })),
);

test.each(cases)('$name, $resolution', ({ name, options }) => {
  const files = readdirSync(programs).map((file) => join(programs, file));
  expect(files).toHaveLength(2);
  expect(compile(name, options, files)).toBe('');
});
