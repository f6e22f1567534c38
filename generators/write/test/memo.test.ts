/** What a run remembered is only taken for the same inputs, and only whole. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { digestOf, recall, remember } from '../index.js';

const folder = mkdtempSync(join(tmpdir(), 'memo-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a value is recalled under its key, and under no other', () => {
  const file = join(folder, 'deep', 'memo');
  remember(file, 'key', { a: ['line\nbreak'] });
  expect(recall(file, 'key')).toEqual({ a: ['line\nbreak'] });
  expect(recall(file, 'other')).toBeUndefined();
});

test.each([
  ['cut short', (text: string) => text.slice(0, -3)],
  ['changed', (text: string) => text.replace('"a"', '"b"')],
  ['empty', () => ''],
])('a memory that is %s is none', (_how, spoil) => {
  const file = join(folder, 'spoiled');
  remember(file, 'key', { a: [1, 2] });
  writeFileSync(file, spoil(readFileSync(file, 'utf8')));
  expect(recall(file, 'key')).toBeUndefined();
});

test('the digest follows every byte, every name and every word', () => {
  const input = join(folder, 'a.yaml');
  writeFileSync(input, 'one');
  const first = digestOf([folder], ['x']);
  expect(digestOf([folder], ['x'])).toBe(first);
  expect(digestOf([folder], ['y'])).not.toBe(first);
  writeFileSync(input, 'two');
  expect(digestOf([folder], ['x'])).not.toBe(first);
  expect(digestOf([join(folder, 'missing')], ['x'])).toBeUndefined();
});
