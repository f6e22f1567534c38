// Runs before each test file: property tests draw the values of the seed that was printed at the start.
import { readFileSync } from 'node:fs';
import { expect, inject } from 'vitest';

// Most test files have no property, and to import fast-check for each would cost more than many a test.
const file = expect.getState().testPath;
if (file !== undefined && /from 'fast-check'/.test(readFileSync(file, 'utf8'))) {
  const { configureGlobal } = await import('fast-check');
  // A run that is not full draws fewer values where a test names no number.
  configureGlobal({ seed: inject('seed'), numRuns: inject('isFullRun') ? 100 : 30 });
}
