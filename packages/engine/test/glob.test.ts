/** Patterns match as Go's `filepath.Match` and engines' `.dockerignore` do: the results are theirs. */
import { expect, it } from 'vitest';
import { globOf } from '../src/values/glob.js';

it.each([
  ['*.txt', 'a.txt', true],
  ['*.txt', 'd/a.txt', false],
  ['d/*', 'd/a', true],
  ['?', 'é', true],
  ['?', '/', false],
  ['a[b-d]', 'ac', true],
  ['a[^b-d]', 'ac', false],
  ['a[^b-d]', 'ae', true],
  ['[\\]-]', '-', undefined],
  ['[\\]a]', ']', true],
  ['[a-]', 'a', undefined],
  ['[]a]', 'a', undefined],
  ['[]', '', undefined],
  ['[a', 'a', undefined],
  ['a\\', 'a', undefined],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['a+(b|c){2}$^', 'a+(b|c){2}$^', true],
  ['**', 'a/b', false],
  ['**/a', 'a', false],
  ['', '', true],
  ['*', '', true],
])('%s and %s', (pattern, path, matches) => {
  expect(globOf(pattern)?.matches(path)).toBe(matches);
});

it.each([
  ['**', 'a/b', true],
  ['**/a', 'a', true],
  ['**/a', 'b/c/a', true],
  ['**/a', 'ba', false],
  ['**a', 'ba', true],
  ['**a?', 'bax', false],
  ['a/**', 'a', false],
  ['a/**', 'a/b/c', true],
  ['a/**/c', 'a/c', true],
  ['a/**/c', 'a/b/b/c', true],
  ['a/**/c', 'abc', false],
  ['a**c', 'ab/c', true],
  ['a**c', 'abc', false],
  ['a', 'a/b', true],
  ['*', 'a/b/c', true],
  ['?/b', 'a/b/c', true],
  ['a/b', 'a', false],
])('%s and %s, with folders', (pattern, path, matches) => {
  expect(globOf(pattern, true)?.matches(path, true)).toBe(matches);
});

it.each([
  ['*a'.repeat(40), 'a'],
  ['**/a*'.repeat(40), 'a/'],
  ['*?'.repeat(500), 'a'],
  ['**/'.repeat(100_000) + 'b', 'a/'],
  ['***'.repeat(1000) + 'b', 'a'],
])('a pattern of many ways takes linear time', (pattern, part) => {
  const start = process.cpuUsage().user;
  expect(globOf(pattern, true)?.matches(`${part.repeat(300)}!`, false)).toBe(false);
  expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
});
