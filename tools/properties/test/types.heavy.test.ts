/** What the types packages accept and reject, with both compilers and both kinds of module resolution. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePrograms, programFolder, resolutionCases, testedCompilers, unreported } from '../compiler.js';

const programs = join(import.meta.dirname, '..', 'programs');
const work = programFolder();
// Libraries are checked too, because the declarations of the packages are under test.
const types = { lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'], types: [], skipLibCheck: false };

test.each(resolutionCases)('$compiler, $resolution', ({ compiler, options }) => {
  const files = readdirSync(programs).map((file) => join(programs, file));
  expect(files).toHaveLength(2);
  expect(compilePrograms(work, files, { ...types, ...options }, compiler)).toBe('');
  expect(unreported(work, 'types', { ...types, ...options }, compiler)).toEqual([]);
});

test.each(testedCompilers)('%s reports an error in an invalid program', (compiler) => {
  const wrong = `import type { Port } from '@lading/types-v1.44';
export const port: Port = { PrivatePort: 'x', Type: 'tcp' };
`;
  expect(compilePrograms(work, { 'wrong.ts': wrong }, types, compiler)).toContain('TS2322');
});
