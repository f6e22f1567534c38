/** Types of handlers: valid handlers compile and invalid ones do not, with both compilers and both kinds of module resolution. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePrograms, programFolder, resolutionCases, unreported } from '../compiler.js';

const programs = join(import.meta.dirname, '..', 'handlers');
const work = programFolder();

test.each(resolutionCases)('$compiler, $resolution', ({ compiler, options }) => {
  const files = readdirSync(programs).map((file) => join(programs, file));
  expect(files).toHaveLength(1);
  expect(compilePrograms(work, files, options, compiler)).toBe('');
  expect(unreported(work, 'handlers', options, compiler)).toEqual([]);
});
