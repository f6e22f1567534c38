/** Invariants of writing, for any sequence of trees. */
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { formatText } from '../index.js';
import { changesOf, check, contentOf, put, write, type FolderContent } from './testing/folder.js';

const segment = fc.constantFrom('a', 'b', 'gen', 'x.ts', 'y.json', 'constructor', 'é');
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
const text = fc.constantFrom('1', '"two"', '[3, 3]', '', '{"four":{"five":[6]}}').map((value) => value || 'null');

/** Any files, except that none is in another one. */
const tree = fc.dictionary(path, text, { maxKeys: 12 }).map((files): FolderContent => {
  const paths = Object.keys(files);
  const possiblePaths = paths.filter((one) => !paths.some((other) => one.startsWith(`${other}/`)));
  return Object.fromEntries(possiblePaths.map((one) => [one, files[one] ?? '']));
});

async function formatted(wanted: FolderContent): Promise<FolderContent> {
  const entries = Object.entries(wanted).map(async ([name, given]) => [name, await formatText(name, given)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const numRuns = inject('isFullRun') ? 60 : 12;

it('afterwards the folder contains the expected files, foreign files, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async (trees) => {
      const root = temporaryFolder();
      const own = { 'own/gen/mine': 'mine', 'a.own': 'mine' };
      put(root, own);
      for (const wanted of trees) {
        const before = contentOf(root);
        const report = await write(root, wanted, { shared: true });
        const after = { ...(await formatted(wanted)), ...own };
        expect(contentOf(root)).toEqual(after);
        for (const [name, status] of Object.entries(changesOf(report))) {
          expect([name, status]).toEqual([name, Object.hasOwn(after, name) ? 'written' : 'removed']);
          expect(before[name]).not.toBe(Object.hasOwn(after, name) ? contentOf(root)[name] : undefined);
        }
        expect((await check(root, wanted)).fresh).toBe(true);
        const again = await write(root, wanted);
        expect(again.fresh).toBe(true);
        expect(again.files.every((file) => file.status === 'unchanged')).toBe(true);
      }
    }),
    { numRuns },
  );
});

it('a check is fresh for exactly the tree that was written', async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, async (written, asked) => {
      const root = temporaryFolder();
      await write(root, written);
      const equal = JSON.stringify(Object.entries(written).sort()) === JSON.stringify(Object.entries(asked).sort());
      expect((await check(root, asked)).fresh).toBe(equal);
      expect((await check(root, written)).fresh).toBe(true);
    }),
    { numRuns },
  );
});
