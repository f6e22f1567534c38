/** Patterns of operations: what they match, in time that many stars do not multiply. */
import { expect, it } from 'vitest';
import { patternsOf, type DescribedOperation } from '../operation-patterns.js';

function matches(pattern: string, path: string): boolean | undefined {
  const operation: DescribedOperation = { path, method: 'GET', id: undefined, tags: [], deprecated: false };
  return patternsOf('operations/include', { paths: [pattern] })[0]?.matches(operation);
}

it.each<[pattern: string, matching: readonly string[], others: readonly string[]]>([
  ['/a', ['/a'], ['/a/', '/ab', '']],
  ['/*', ['/', '/a', '/*', '/😀'], ['/a/b', 'a']],
  ['/*/b', ['/a/b', '//b'], ['/a/c/b', '/b']],
  ['/**', ['/', '/a/b', '/a\nb'], ['a']],
  ['/**/b', ['/a/b', '/a/c/b', '//b'], ['/b', '/a/bc']],
  ['/***b', ['/b', '/a/b'], ['/a']],
  ['/a*c*/**d', ['/ac/d', '/abcb/x/d', '/abcc/dd'], ['/ab/d', '/ac/e']],
  ['/a.(b)+', ['/a.(b)+'], ['/axb']],
  ['**', ['', '/a'], []],
])('%s matches', (pattern, matching, others) => {
  expect([...matching, ...others].filter((path) => matches(pattern, path))).toEqual(matching);
});

it.each(['/' + '*a'.repeat(200) + 'b', '**a'.repeat(200) + 'b', '/' + '*a**a'.repeat(100) + 'b'])(
  '%s needs no more steps for its many stars',
  (pattern) => {
    const start = process.cpuUsage().user;
    expect(matches(pattern, `/${'a'.repeat(5000)}`)).toBe(false);
    expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
  },
);
