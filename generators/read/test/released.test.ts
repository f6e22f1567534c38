/** Reads and prints the record of released packages. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { join } from '../../document/path.js';
import { alterationsOf, readReleased, recorded, releasedText, type ReleasedPackage } from '../index.js';

function folderWith(text?: string): string {
  const folder = temporaryFolder();
  if (text !== undefined) writeFileSync(join(folder, 'released.yaml'), text);
  return folder;
}

const types: ReleasedPackage = {
  name: '@a/types',
  folder: 'v1/types',
  version: '1.0.0',
  files: new Map([['a.ts', '12']]),
};
const fix = { name: '@a/types', version: '1.0.1', change: 'A property is optional.' };

it('reads what it prints', () => {
  const released = { packages: [types], fixes: [fix] };
  expect(readReleased(folderWith(releasedText(released)))).toEqual(released);
  expect(readReleased(folderWith())).toEqual({ packages: [], fixes: [] });
});

it.each([
  ['a list', '- a', '', 'packages, and optionally fixes'],
  ['packages that are a list', 'packages: [a]', '#/packages', 'an object with a property per package'],
  ['a package that is a string', 'packages: { a/b: c }', '#/packages/a~1b', 'an object that describes the package'],
  [
    'a package without files',
    'packages: { a: { folder: b, version: "1" } }',
    '#/packages/a/files',
    'the digest of each file',
  ],
  [
    'a fix with an empty change',
    'fixes: { a: { version: "1", change: " " } }',
    '#/fixes/a/change',
    'a string that is not empty',
  ],
])('rejects %s', (_name, text, place, expected) => {
  const folder = folderWith(text);
  expect(() => readReleased(folder)).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({
        code: 'DOCUMENT_STRUCTURE',
        subject: `Expected ${expected}`,
        place: `${join(folder, 'released.yaml')}${place}`,
      }) as unknown,
    }) as Error,
  );
});

it('finds what changed since the release, unless a later version declares it', () => {
  const present = () => new Map([['b.ts', '34']]);
  const released = { packages: [types], fixes: [] };
  expect(alterationsOf(released, present).map(({ path, kind }) => [path, kind])).toEqual([
    ['v1/types/a.ts', 'missing'],
    ['v1/types/b.ts', 'added'],
  ]);
  expect(alterationsOf(released, () => new Map([['a.ts', '13']])).map(({ kind }) => kind)).toEqual(['changed']);
  expect(alterationsOf({ ...released, fixes: [fix] }, present)).toEqual([]);
  expect(alterationsOf({ ...released, fixes: [{ ...fix, version: '1.0.0' }] }, present)).toHaveLength(2);
  expect(recorded({ packages: [types], fixes: [fix] }, [types])).toEqual({
    packages: [{ ...types, version: '1.0.1' }],
    fixes: [],
  });
});
