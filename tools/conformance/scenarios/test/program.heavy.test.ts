/** The command line: which scenarios it runs, what it prints, and its exit codes. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine, type RunningEngine } from '@lading/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../run.mjs');
const directory = mkdtempSync(join(tmpdir(), 'lading-scenarios-'));
let engine: RunningEngine;
let host: string;
beforeAll(async () => {
  engine = await startEngine();
  host = engine.address;
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

it('runs the scenarios of a group at the supported versions, and skips those that need more', async () => {
  const { code, stdout } = await run('--without', 'swarm', '--', 'versioning/', 'config/');
  expect(stdout.split('\n').filter((line) => /^[✗!~]/.test(line))).toEqual([]);
  expect(stdout).toMatch(/^✓ 1\.41 versioning\/.*^✓ 1\.44 versioning\//ms);
  expect(stdout).toMatch(/^- 1\.44 config\/create-update-and-remove: .*\n {4}skipped: needs swarm$/m);
  expect(code).toBe(0);
});

it('fails if a scenario fails that is not a known failure', async () => {
  const failed = await run('--api', '1.44', '--', 'behavior/nothing-below-a-read-only-mount-is-written');
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^✗ 1\.44 behavior\/nothing-below-a-read-only-mount-is-written: /) as string,
  });
  const knownFailure = await run(
    '--api',
    '1.44',
    '--known-failures',
    'reference-engine',
    '--',
    'behavior/nothing-below-a-read-only-mount-is-written',
  );
  expect(knownFailure).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^~ 1\.44 behavior\/nothing-below-a-read-only-mount-is-written: /) as string,
  });
});

it('refuses a name that no scenario has', async () => {
  expect(await run('--api', '1.41', '1.44')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('1.44') as string,
  });
});

it('reports a server that cannot be reached', async () => {
  const { code, stderr } = await run('--host', `unix://${directory}/nothing`);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('ENOENT') as string });
});

function run(...words: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const at = words.includes('--host') ? [] : ['--host', host];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...at, ...words], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
