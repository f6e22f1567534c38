/** The suites of `../../acceptance` that need no real engine, with the command lines of two releases. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, releases } from '../command-line.js';

const program = join(import.meta.dirname, '../../acceptance/acceptance.mjs');

/** Runs a suite, and returns the table of its result. */
async function run(suite: string, ...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await ended(process.execPath, [program, suite, ...options], { timeout: 280_000 });
  expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: '', stdout });
  return stdout;
}

describe.each(releases)('$title', ({ name, isAvailable }) => {
  // Exit codes of the older one differ in two of the commands.
  const suites = ['swarm', 'output', ...(name === '26.1' ? ['commands'] : [])];
  it.skipIf(!isAvailable).each(suites)('%s does what it does on a real engine', { timeout: 300_000 }, async (suite) => {
    expect(await run(suite, '--client', name)).toMatch(/^(\d+) of \1 steps are equal\.$/m);
  });

  it.skipIf(!isAvailable || name !== '20.10').each(['gateway-reference', 'from-client-reference', 'testcontainers'])(
    '%s',
    { timeout: 300_000 },
    async (suite) => {
      expect(await run(suite)).toMatch(/^(\d+) of \1 steps are equal\.$/m);
    },
  );
});
