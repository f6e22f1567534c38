/** Commands over broken documents, overlays and configurations: each ends with a result or with one sentence, never with a stack. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { brokenInputs, petsDocument, stackLine } from './hostile/broken-inputs.js';
import { ladingIn } from './testing/lading-in.js';

const folder = temporaryFolder();

it('what only the system refuses is a sentence, with its stack if that is asked for', () => {
  writeFileSync(join(folder, 'good.json'), petsDocument);
  const program = join(import.meta.dirname, '../lading.mjs');
  const onFullDisk = (...options: readonly string[]) =>
    spawnSync(
      'sh',
      ['-c', '"$@" > /dev/full', 'sh', process.execPath, program, 'ir', '--document', 'good.json', ...options],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
  const { status, stderr } = onFullDisk();
  expect([status, stderr.split('\n').length]).toEqual([1, 2]);
  expect(stderr).toMatch(/^WRITE_FAILED: .*ENOSPC \(the output of the command\)\. Free some space and .*\.\n$/);
  expect(onFullDisk('--debug').stderr).toMatch(/\n {4}at /);
});

it('commands print no stack', async () => {
  await fc.assert(
    fc.asyncProperty(brokenInputs, async ({ command, files }) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      const { stdout, stderr } = await ladingIn(folder, ...command);
      expect(stdout + stderr).not.toMatch(stackLine);
    }),
    { seed: inject('seed'), numRuns: inject('isExhaustiveRun') ? 2000 : inject('isFullRun') ? 300 : 30 },
  );
});
