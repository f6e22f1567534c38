/** The README lists every code, and a sentence contains no control characters. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LadingError, problemCodes, sentence } from '../index.js';

test('the page of errors lists exactly the codes', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([A-Z]+(?:_[A-Z]+)*)` +\| (.+?) +\|$/gm)].map(([, code, means]) => [
    code,
    means,
  ]);
  expect(Object.fromEntries(listed)).toEqual(problemCodes);
});

test.each([
  ['a line\nbreak', 'a line\\u000abreak'],
  ['\u001b[31mred', '\\u001b[31mred'],
  ['\u2028', '\\u2028'],
])('%j is shown as %s', (subject, shown) => {
  expect(sentence({ code: 'USAGE', subject, place: 'here', remedy: 'Do it' })).toBe(`USAGE: ${shown} (here). Do it.`);
});

test('a sentence of a megabyte is cut', () => {
  const text = sentence({ code: 'USAGE', subject: 'x'.repeat(1_000_000), place: 'here', remedy: 'Do it' });
  expect(text.length).toBeLessThan(3000);
});

test('an error of another copy of the package is recognized, and a plain error is not', () => {
  const problem = { code: 'USAGE', subject: 'x', place: 'here', remedy: 'Do it' } as const;
  const fromCopy = Object.assign(new Error('x'), { name: 'LadingError', problem });
  expect(fromCopy instanceof LadingError).toBe(true);
  expect(new LadingError(problem) instanceof LadingError).toBe(true);
  expect(new Error('x') instanceof LadingError).toBe(false);
  expect(Object.assign(new Error('x'), { problem }) instanceof LadingError).toBe(false);
});

test('an error quotes a long text in part, and has its remedy all the same', () => {
  const long = 'x'.repeat(200_000);
  const { problem, message } = new LadingError({ code: 'USAGE', subject: long, place: long, remedy: 'Do it' });
  expect(JSON.stringify(problem).length).toBeLessThan(2000);
  expect(message).toMatch(/ Do it\.$/);
});
