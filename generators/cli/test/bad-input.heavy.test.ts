/** Bad input: the exact text of each error, the exit code, and that nothing is written. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemCodes } from '../../diagnostics/index.js';
import { main } from '../main.js';
import { contentsOf, prepare, casesOf, type CommandCase } from './testing/cases.js';

const cases = casesOf(readFileSync(new URL('bad-input.golden.md', import.meta.url), 'utf8'));

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function run({ args }: CommandCase): Promise<{ stderr: string; exit: number }> {
  const output: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => output.push(String(text)) > 0);
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const exit = await main(args.map((word) => word.replaceAll('DIR', folder)));
  vi.restoreAllMocks();
  return { stderr: output.join('').replaceAll(folder, 'DIR'), exit };
}

describe('bad input', () => {
  it.each(cases.map((testCase) => [testCase.title, testCase] as const))('%s', async (_title, testCase) => {
    prepare(testCase, folder);
    const before = contentsOf(folder);
    expect(await run(testCase)).toEqual({ stderr: testCase.stderr, exit: testCase.exit });
    expect(contentsOf(folder)).toEqual(before);
    expect(testCase.exit).not.toBe(0);
  });

  // Whoever lints a document before generating from it is not surprised afterwards.
  const documents = cases.flatMap((testCase) => {
    const { title, args, stderr } = testCase;
    const isOfDocument = testCase.exit === 1 && !stderr.startsWith('WRITE_');
    return isOfDocument && args.filter((word) => word === '--document').length === 1
      ? [[title, testCase] as const]
      : [];
  });
  it.each(documents)('is an error of lint too: %s', async (_title, testCase) => {
    prepare(testCase, folder);
    const path = testCase.args[testCase.args.indexOf('--document') + 1] ?? '';
    const { exit, stderr } = await run({ ...testCase, args: ['lint', path] });
    // A file that cannot be read ends as it does in any command.
    expect([3, 1]).toContain(exit);
    if (exit === 1) expect(stderr).toBe(testCase.stderr);
  });

  it('has the output of a process', () => {
    const testCase = cases.find(({ title }) => title === 'An unresolvable reference');
    if (testCase === undefined) throw new Error('the case is missing');
    prepare(testCase, folder);
    const command = fileURLToPath(new URL('../lading.mjs', import.meta.url));
    const args = testCase.args.map((word) => word.replaceAll('DIR', folder));
    const { status, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
    const output = stderr.replaceAll(folder, 'DIR').replace('Building the generator …\n', '');
    expect({ stderr: output, exit: status }).toEqual({ stderr: testCase.stderr, exit: testCase.exit });
  });

  it('has only codes of the list', () => {
    const codes = cases.flatMap(({ stderr }) => /^([A-Z_]+): /.exec(stderr)?.[1] ?? []);
    expect(codes.filter((code) => !Object.hasOwn(problemCodes, code))).toEqual([]);
  });
});
