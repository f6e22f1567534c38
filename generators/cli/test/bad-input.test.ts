/** Bad input: the exact text of each error, the exit code, and that nothing is written. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemCodes } from '../../diagnostics/index.js';
import { main } from '../main.js';
import { contentsOf, prepare, storiesOf, type Story } from './testing/stories.js';

const stories = storiesOf(readFileSync(new URL('bad-input.golden.md', import.meta.url), 'utf8'));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function told({ args }: Story): Promise<{ stderr: string; exit: number }> {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const exit = await main(args.map((word) => word.replaceAll('DIR', folder)));
  vi.restoreAllMocks();
  return { stderr: said.join('').replaceAll(folder, 'DIR'), exit };
}

describe('bad input', () => {
  it.each(stories.map((story) => [story.title, story] as const))('%s', async (_title, story) => {
    prepare(story, folder);
    const before = contentsOf(folder);
    expect(await told(story)).toEqual({ stderr: story.stderr, exit: story.exit });
    expect(contentsOf(folder)).toEqual(before);
    expect(story.exit).not.toBe(0);
  });

  // Whoever lints a document before generating from it is not surprised afterwards.
  const documents = stories.flatMap((story) => {
    const { title, args, stderr } = story;
    const isOfDocument = story.exit === 1 && !stderr.startsWith('WRITE_');
    return isOfDocument && args.filter((word) => word === '--document').length === 1 ? [[title, story] as const] : [];
  });
  it.each(documents)('is an error of lint too: %s', async (_title, story) => {
    prepare(story, folder);
    const path = story.args[story.args.indexOf('--document') + 1] ?? '';
    const { exit, stderr } = await told({ ...story, args: ['lint', path] });
    // A file that cannot be read ends as it does in any command.
    expect([3, 1]).toContain(exit);
    if (exit === 1) expect(stderr).toBe(story.stderr);
  });

  it('says the same as a process', () => {
    const story = stories.find(({ title }) => title === 'An unresolvable reference');
    if (story === undefined) throw new Error('the story is missing');
    prepare(story, folder);
    const command = fileURLToPath(new URL('../lading.mjs', import.meta.url));
    const args = story.args.map((word) => word.replaceAll('DIR', folder));
    const { status, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
    const said = stderr.replaceAll(folder, 'DIR').replace('Building the generator …\n', '');
    expect({ stderr: said, exit: status }).toEqual({ stderr: story.stderr, exit: story.exit });
  });

  it('has only codes of the list', () => {
    const codes = stories.flatMap(({ stderr }) => /^([A-Z_]+): /.exec(stderr)?.[1] ?? []);
    expect(codes.filter((code) => !Object.hasOwn(problemCodes, code))).toEqual([]);
  });
});
