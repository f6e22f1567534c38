/** The packages that are committed are those that the sources generate: a change of one output is a change of a committed file. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('what is committed is up to date', () => {
  const program = fileURLToPath(new URL('../lading.mjs', import.meta.url));
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [program, 'generate', '--check'], { cwd, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, 'All generated files are up to date.\n']);
});
