/** The sizes that the site keeps to. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { build, folder, pages, text } from '../harness/built-site.js';

const kilobytes = (...paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(text(path), { level: 9 }).length, 0) / 1000;

describe('gzip', () => {
  test('the largest page has no more than 100 KB', () => {
    expect(Math.max(...pages().map((path) => kilobytes(path)))).toBeLessThan(100);
  });

  test('the search index of all versions has no more than 200 KB', () => {
    expect(kilobytes('search-index.js')).toBeLessThan(200);
  });

  test('all script has no more than 30 KB', () => expect(kilobytes('site.js', 'theme.js')).toBeLessThan(30));
});

// A mistake that makes it many times slower is found on any machine; how fast it is, the bench measures (bar: 2 s).
test('both versions are built in less than 4 s of processor time, a wide guard', () => {
  expect(build(`${folder}-again`)).toBeLessThan(4);
});
