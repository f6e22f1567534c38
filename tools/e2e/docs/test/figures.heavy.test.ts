/** The size limits of the site. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { build, folder, pages, text } from '../harness/built-site.js';

const kilobytes = (...paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(text(path), { level: 9 }).length, 0) / 1000;

describe('gzip', () => {
  test('the largest page is smaller than 100 KB', () => {
    expect(Math.max(...pages().map((path) => kilobytes(path)))).toBeLessThan(100);
  });

  test('no page is larger than 300 KB, or has more than 3,000 elements', () => {
    const elementsOf = (html: string) => html.match(/<[a-z]/g)?.length ?? 0;
    const large = pages().filter((path) => Buffer.byteLength(text(path)) > 300_000 || elementsOf(text(path)) > 3000);
    expect(large).toEqual([]);
  });

  test('the search index of all versions is smaller than 200 KB', () => {
    expect(kilobytes('search-index.js')).toBeLessThan(200);
  });

  test('what a browser loads until it shows the first page of a version is smaller than 40 KB', () => {
    const scripts = ['site.js', 'theme.js', 'v1.44/navigation.js'];
    expect(kilobytes('v1.44/index.html', 'site.css', 'icon.svg', ...scripts)).toBeLessThan(40);
  });

  test('all scripts are smaller than 30 KB', () => {
    expect(kilobytes('site.js', 'theme.js', 'find.js', 'try.js')).toBeLessThan(30);
  });
});

// A wide limit, which detects a build that is many times slower on any machine; the bench measures the time (target: 3 s).
test('both versions are built in less than 10 s of processor time', () => {
  expect(build(`${folder}-again`)).toBeLessThan(10);
});
