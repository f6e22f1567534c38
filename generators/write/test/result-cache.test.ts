/** A cached result is used only for the same inputs, and only if it is complete. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withArchiveFolders } from '../../testing/archive-folders.js';
import { inputsDigest, readCached, writeCached } from '../index.js';

const folder = temporaryFolder();

test('a value is read with its key, and with no other', () => {
  const file = join(folder, 'deep', 'cache');
  writeCached(file, 'key', { a: ['line\nbreak'] });
  expect(readCached(file, 'key')).toEqual({ a: ['line\nbreak'] });
  expect(readCached(file, 'other')).toBeUndefined();
});

test.each([
  ['truncated', (text: string) => text.slice(0, -3)],
  ['changed', (text: string) => text.replace('"a"', '"b"')],
  ['empty', () => ''],
])('a cache file that is %s is ignored', (_how, spoil) => {
  const file = join(folder, 'spoiled');
  writeCached(file, 'key', { a: [1, 2] });
  writeFileSync(file, spoil(readFileSync(file, 'utf8')));
  expect(readCached(file, 'key')).toBeUndefined();
});

test('the digest depends on every byte, every name and every value', () => {
  const input = join(folder, 'a.yaml');
  writeFileSync(input, 'one');
  const first = inputsDigest([folder], ['x']);
  expect(inputsDigest([folder], ['x'])).toBe(first);
  expect(inputsDigest([folder], ['y'])).not.toBe(first);
  writeFileSync(input, 'two');
  expect(inputsDigest([folder], ['x'])).not.toBe(first);
  expect(inputsDigest([join(folder, 'missing')], ['x'])).toBeUndefined();
});

test('the digest of a folder in an archive of Yarn PnP is that of the folder', () => {
  const input = join(folder, 'archived/inner');
  mkdirSync(input, { recursive: true });
  writeFileSync(join(input, 'a.yaml'), 'one');
  const second = inputsDigest([folder], ['x']);
  expect(second).toBeDefined();
  expect(withArchiveFolders(() => inputsDigest([folder], ['x']))).toBe(second);
});
