/** What the types packages accept and reject, with both compilers and both kinds of module resolution. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { repository } from '../paths.js';

const programs = join(import.meta.dirname, '..', 'programs');
const work = mkdtempSync(join(import.meta.dirname, '..', '.types-'));
afterAll(() => rmSync(work, { recursive: true }));

const compilers = {
  'TypeScript 5.9': join(repository, 'node_modules', 'typescript', 'bin', 'tsc'),
  'TypeScript 7': join(repository, 'node_modules', 'typescript7', 'bin', 'tsc'),
};
const resolutions = [
  { module: 'NodeNext', moduleResolution: 'NodeNext' },
  { module: 'ESNext', moduleResolution: 'Bundler' },
];

function compile(compiler: string, options: object, files: readonly string[]): string {
  const project = join(work, `tsconfig.${Math.random().toString(36).slice(2)}.json`);
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: [],
  };
  // Libraries are checked too, because the declarations of the packages are under test.
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'],
    skipLibCheck: false,
    ...strict,
    ...options,
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}

// A full run compiles with TypeScript 5.9 too.
const isFullRun = inject('isFullRun');
const testedCompilers = Object.entries(compilers).filter(([name]) => isFullRun || name === 'TypeScript 7');
const cases = testedCompilers.flatMap(([name, compiler]) =>
  resolutions.map((options) => ({ name, compiler, options, resolution: options.moduleResolution })),
);

test.each(cases)('$name, $resolution', ({ compiler, options }) => {
  const files = readdirSync(programs).map((file) => join(programs, file));
  expect(files).toHaveLength(3);
  expect(compile(compiler, options, files)).toBe('');
});

test.each(testedCompilers)('%s reports an error in an invalid program', (_name, compiler) => {
  const wrong = join(work, 'wrong.ts');
  writeFileSync(
    wrong,
    "import type { Port } from '@lading/types-v1.44';\nexport const port: Port = { PrivatePort: 'x', Type: 'tcp' };\n",
  );
  expect(compile(compiler, resolutions[0] ?? {}, [wrong])).toContain('TS2322');
});
