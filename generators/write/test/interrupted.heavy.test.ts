/** A run that is interrupted at any point is completed or rolled back by the next one, and a mixture is never fresh. */
import { createHash } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { changesOf, check, contentOf, memory, problemOf, put, write, type FolderContent } from './testing/folder.js';
import { withFault } from '../../testing/faults.js';

const a: FolderContent = {
  'v1/gen/a': 'a',
  'v1/gen/x': 'file',
  'v1/gen/y/b': 'b',
  'v1/p': 'a',
  'v1/q': 'q',
  'gen/old/x': 'x',
};
const b: FolderContent = {
  'v1/gen/a': 'B',
  'v1/gen/x/c': 'c',
  'v1/gen/y': 'file',
  'v1/p': 'B',
  'v1/q': 'q',
  'v2/gen/n': 'n',
};
const other: FolderContent = { 'v1/gen/a': 'other', 'v3/p': 'p' };

const isFullRun = inject('isFullRun');

/** Every call gets a fault in a full run, every third one otherwise. */
const STEP = isFullRun ? 1 : 3;

/** Runs a scenario with a fault at each call, until the fault is after the last call. Returns the number of calls. */
async function everywhere(scenario: (at: number) => Promise<boolean>, step = STEP): Promise<number> {
  for (let at = 1 + (inject('seed') % step); ; at += step) if (!(await scenario(at))) return at - 1;
}

async function expectNoFalseFresh(root: string): Promise<void> {
  for (const tree of [a, b]) {
    if ((await check(root, tree)).fresh) expect(filesIn(root)).toEqual(sorted(tree));
  }
}

/** Returns the files without empty folders, which the system may refuse to remove. */
function filesIn(root: string): [string, string][] {
  return sorted(contentOf(root)).filter(([path]) => !path.endsWith('/') && !path.startsWith('.lading/'));
}

function sorted(tree: FolderContent): [string, string][] {
  return Object.entries(tree).sort(([x], [y]) => (x < y ? -1 : 1));
}

describe('a process that dies', () => {
  it.each([
    ['b', b],
    ['a', a],
    ['something else', other],
  ])('at any call leaves a folder that becomes %s', async (_, next) => {
    let interrupted = 0;
    const points = await everywhere(async (at) => {
      const root = temporaryFolder(memory);
      await write(root, a);
      const calls = await withFault({ at }, () => write(root, b));
      await expectNoFalseFresh(root);
      if ((await check(root, b)).interrupted) interrupted++;
      await write(root, next);
      expect(contentOf(root)).toEqual(next);
      expect(await check(root, next)).toMatchObject({ fresh: true, interrupted: false });
      return calls >= at;
    });
    expect(points).toBeGreaterThan(20);
    expect(interrupted).toBeGreaterThan(10 / STEP);
  });

  it('while it completes another leaves a folder that the third one completes', async () => {
    await everywhere(async (first) => {
      let calls = 0;
      await everywhere(async (second) => {
        // Every seventh pair of calls: all pairs take long and reveal no more.
        if ((first + second) % (isFullRun ? 7 : 89) !== 0) return second < 40;
        const root = temporaryFolder(memory);
        await write(root, a);
        calls = await withFault({ at: first }, () => write(root, b));
        const again = await withFault({ at: second }, () => write(root, b));
        await expectNoFalseFresh(root);
        await write(root, b);
        expect(contentOf(root)).toEqual(b);
        return again >= second;
      }, 1);
      return calls >= first;
    }, 1);
  });
});

describe('a system that refuses', () => {
  it('at any call: nothing has changed, or the next run completes', async () => {
    let untouched = 0;
    await everywhere(async (at) => {
      const root = temporaryFolder(memory);
      await write(root, a);
      const calls = await withFault({ at, code: 'ENOSPC' }, () => write(root, b));
      await expectNoFalseFresh(root);
      if ((await check(root, a)).fresh) {
        expect(filesIn(root)).toEqual(sorted(a));
        untouched++;
      }
      await write(root, b);
      expect(filesIn(root)).toEqual(sorted(b));
      return calls >= at;
    });
    expect(untouched).toBeGreaterThan(10 / STEP);
  });
});

describe('between the death and the next run', () => {
  /** Returns a folder whose writer died after the commit and before the first change. */
  async function committed(): Promise<string> {
    for (let at = 1; ; at++) {
      const root = temporaryFolder(memory);
      await write(root, a);
      await withFault({ at }, () => write(root, b));
      if ((await check(root, a)).interrupted) return root;
    }
  }

  it('a folder that is complete except for the journal is not fresh', async () => {
    const root = await committed();
    expect(await check(root, a)).toMatchObject({ fresh: false, interrupted: true });
    expect(changesOf(await check(root, a))).toEqual({});
    const report = await write(root, b);
    expect(report).toMatchObject({ fresh: false, interrupted: true });
    expect(report.files.every((file) => file.status === 'unchanged')).toBe(true);
  });

  it('an edited file is left unchanged', async () => {
    const root = await committed();
    put(root, { 'v1/p': 'by hand' });
    expect(await problemOf(write(root, b))).toMatch(/^WRITE_FOREIGN: .*edited by hand: v1\/p /);
    expect(contentOf(root)).toEqual({ ...b, 'v1/p': 'by hand' });
    put(root, { 'v1/p': 'a' });
    await write(root, b);
    expect(contentOf(root)).toEqual(b);
  });

  it('a file in the place of a new one is left unchanged', async () => {
    const root = await committed();
    put(root, { 'v2/gen/n': 'mine' });
    expect(await problemOf(write(root, b))).toMatch(/^WRITE_FOREIGN: .*: v2\/gen\/n /);
    expect(contentOf(root)).toEqual({ ...b, 'v2/gen/n': 'mine' });
  });

  it('a file in the place of a new folder is left unchanged', async () => {
    const root = await committed();
    put(root, { v2: 'mine' });
    expect(await problemOf(write(root, b))).toMatch(/^WRITE_FOREIGN: .*: v2 /);
    expect((await check(root, b)).interrupted).toBe(false);
    expect(contentOf(root)).toMatchObject({ 'v1/p': 'B', v2: 'mine' });
  });

  it('staged bytes that a power failure lost are written again, and the file keeps its previous ones', async () => {
    const root = await committed();
    const staged = Object.keys(contentOf(root)).filter((path) => /^\.lading\/staged\/\d+$/.test(path));
    expect(staged.length).toBeGreaterThan(3);
    put(root, Object.fromEntries(staged.map((path) => [path, ''])));
    await write(root, {}, { scope: ['elsewhere'] });
    expect(contentOf(root)).toEqual({ 'v1/gen/a': 'a', 'v1/p': 'a', 'v1/q': 'q' });
    await write(root, b);
    expect(contentOf(root)).toEqual(b);
  });
});

describe('a foreign journal', () => {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const step = (path: unknown): unknown => ({ path, before: digest('x'), after: null });

  it.each([
    ['is not JSON', '{'],
    ['is not an object', '[]'],
    ['lacks its steps', { manifest: digest('') }],
    ['leads outside', { steps: [step('../victim')], manifest: digest('') }],
    ['leads to an absolute path', { steps: [step('/victim')], manifest: digest('') }],
    ['names the manifest', { steps: [step('.lading.sha256')], manifest: digest('') }],
    ['has a path that is not a string', { steps: [step(7)], manifest: digest('') }],
    ['has an invalid digest', { steps: [{ path: 'p', before: 'x', after: null }], manifest: digest('') }],
    ['has keys of the prototype', '{"__proto__":{"steps":[],"manifest":""}}'],
    ['removes a file with other bytes', { steps: [step('own')], manifest: digest('') }],
  ])('that %s has no effect', async (_, journal) => {
    const folder = temporaryFolder(memory);
    const root = `${folder}/out`;
    put(folder, { victim: 'x', 'out/own': 'mine' });
    put(root, { '.lading/journal': typeof journal === 'string' ? journal : JSON.stringify(journal) });
    await write(root, b, { shared: true });
    expect(contentOf(root)).toEqual({ ...b, own: 'mine' });
    expect(contentOf(folder)).toMatchObject({ victim: 'x' });
  });
});
