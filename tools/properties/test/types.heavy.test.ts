/** What the types packages accept and reject, with both compilers and both kinds of module resolution. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileErrors, testedCompilers, type Compiler } from '../compiler.js';
import { sampled } from '../sampled.js';

const programs = join(import.meta.dirname, '..', 'programs');
const work = mkdtempSync(join(import.meta.dirname, '..', '.types-'));
afterAll(() => rmSync(work, { recursive: true }));

const resolutions = [
  { module: 'NodeNext', moduleResolution: 'NodeNext' },
  { module: 'ESNext', moduleResolution: 'Bundler' },
];

function compile(compiler: Compiler, options: object, files: readonly string[]): string {
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
  return compileErrors(project, compiler);
}

// A run that is not full tests one kind of resolution.
const cases = testedCompilers.flatMap((compiler) =>
  sampled(resolutions, resolutions.length).map((options) => ({
    compiler,
    options,
    resolution: options.moduleResolution,
  })),
);

test.each(cases)('$compiler, $resolution', ({ compiler, options }) => {
  const files = readdirSync(programs).map((file) => join(programs, file));
  expect(files).toHaveLength(3);
  expect(compile(compiler, options, files)).toBe('');
});

test.each(testedCompilers)('%s reports an error in an invalid program', (compiler) => {
  const wrong = join(work, 'wrong.ts');
  writeFileSync(
    wrong,
    "import type { Port } from '@lading/types-v1.44';\nexport const port: Port = { PrivatePort: 'x', Type: 'tcp' };\n",
  );
  expect(compile(compiler, resolutions[0] ?? {}, [wrong])).toContain('TS2322');
});
