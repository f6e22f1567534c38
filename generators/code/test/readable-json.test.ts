/** Readable JSON is broken into lines only where it does not fit; compact JSON has a line for each item. */
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { compactJson, readableJson, type Data } from '../index.js';

const word = (length: number) => 'x'.repeat(length);

test.each<{ title: string; value: Data; lines: readonly string[] }>([
  { title: 'a scalar', value: 'a"\\\u00a0\u200b', lines: ['"a\\"\\\\\u00a0\\u200b"'] },
  { title: 'empty values', value: { a: [], b: {} }, lines: ['{ "a": [], "b": {} }'] },
  { title: 'an object of 120 columns', value: { a: word(109) }, lines: [`{ "a": "${word(109)}" }`] },
  { title: 'an object of 121 columns', value: { a: word(110) }, lines: ['{', `  "a": "${word(110)}"`, '}'] },
  {
    title: 'a small value in a large one',
    value: { a: [1, { b: null }], c: word(110) },
    lines: ['{', '  "a": [1, { "b": null }],', `  "c": "${word(110)}"`, '}'],
  },
  {
    title: 'a large value in a large one',
    value: [[word(60), word(60)], true],
    lines: ['[', '  [', `    "${word(60)}",`, `    "${word(60)}"`, '  ],', '  true', ']'],
  },
])('$title', ({ value, lines }) => {
  expect(readableJson(value).trimEnd().split('\n')).toEqual(lines);
});

test('values are laid out as by prettier', async () => {
  const lengths = Array.from({ length: 40 }, (_, index) => 20 + index);
  const value = lengths.map((length) => ({
    list: [word(length), word(20), word(20)],
    inner: { other: [word(length + 1), word(length)], list: [word(length), word(length)] },
  }));
  expect(readableJson(value)).toBe(await format(readableJson(value), { parser: 'json', printWidth: 120 }));
});

test('a value is read once for each level of nesting that it adds', () => {
  let reads = 0;
  const counted = () => ({
    get a() {
      reads += 1;
      return 'a value';
    },
  });
  const nested = (depth: number): Data => (depth === 0 ? counted() : { inner: nested(depth - 1) });
  readableJson(nested(10));
  expect(reads).toBe(1);
});

test.each<{ title: string; value: Data; lines: readonly string[] }>([
  {
    title: 'an object',
    value: { a: [1, { b: null }], c: word(150) },
    lines: [`{"a":[1,{"b":null}],"c":"${word(150)}"}`],
  },
  { title: 'an array', value: [{ a: 1 }, 'b'], lines: ['[', '{"a":1},', '"b"', ']'] },
  { title: 'an empty array', value: [], lines: ['[', '', ']'] },
  { title: 'invisible characters', value: { 'a\u202e': 'b\u200b' }, lines: ['{"a\\u202e":"b\\u200b"}'] },
])('$title in compact form', ({ value, lines }) => {
  const text = compactJson(value);
  expect(text.trimEnd().split('\n')).toEqual(lines);
  expect(JSON.parse(text)).toEqual(value);
});
