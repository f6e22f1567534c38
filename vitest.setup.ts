// Runs before each test file: property tests draw the values of the seed that was printed at the start.
import { lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';

const folders: string[] = [];
globalThis.temporaryFolder = (parent = realpathSync(tmpdir())) => {
  folders.push(mkdtempSync(join(parent, 'lading-')));
  return folders.at(-1) ?? '';
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

// Node's realpath stops at a path that it has cached if the last synchronous stat was that of a socket, such as one in a folder that
// `rmSync` removed (nodejs/node#51142). An import then has the path of the link in node_modules, and loads a second copy of a package.
lstatSync(import.meta.filename);

// Most test files have no property, and to import fast-check for each would cost more than many a test.
const file = expect.getState().testPath;
if (file !== undefined && /from 'fast-check'/.test(readFileSync(file, 'utf8'))) {
  const { configureGlobal } = await import('fast-check');
  // A run that is not full draws fewer values where a test names no number.
  configureGlobal({ seed: inject('seed'), numRuns: inject('isFullRun') ? 100 : 30 });
}
