/** Paths: no value leads to another path. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillPath } from '../src/index.js';
import { thrown } from './cutting.js';

test.each([
  ['/containers/{id}/json', { id: 'web' }, '/containers/web/json'],
  ['/containers/{id}/json', { id: 'a b?c#d%2e' }, '/containers/a%20b%3Fc%23d%252e/json'],
  ['/images/{name}/json', { name: 'alpine:3@sha256:0' }, '/images/alpine%3A3%40sha256%3A0/json'],
  ['/a/{x}/{y}', { x: '1', y: 'é' }, '/a/1/%C3%A9'],
  ['/volumes/{name}', { name: '...' }, '/volumes/...'],
  ['/volumes/{name}', { name: '$&' }, '/volumes/%24%26'],
  ['/_ping', {}, '/_ping'],
])('%s', (template, values, want) => {
  expect(fillPath(template, values)).toBe(want);
});

test.each([
  ['h:5000/a/b:1', 'h%3A5000/a/b%3A1'],
  ['alpine', 'alpine'],
  ['a/.b/..c', 'a/.b/..c'],
])('with slashes, %s', (name, want) => {
  expect(fillPath('/images/{name}/json', { name }, { slashes: true })).toBe(`/images/${want}/json`);
});

const always = ['', '.', '..', 'a\r\nb', 'a\nb', 'a\0', '\x1b[0m', 'a\x7f', 'a\x85', '\ud800'];
const notTexts = [undefined, null, 5, true, ['a'], { toString: () => 'a' }];
test.each([...always, ...notTexts])('%j is refused, with slashes or without', (id) => {
  for (const slashes of [false, true]) {
    expect(thrown(() => fillPath('/containers/{id}/json', { id }, { slashes }))).toBe('PATH_INJECTION');
  }
});

test.each(['a/b', '/a', 'a/', '../x', 'a/../b', '/'])('%j is refused without slashes', (id) => {
  expect(thrown(() => fillPath('/containers/{id}', { id }))).toBe('PATH_INJECTION');
});

test.each(['/a', 'a/', 'a//b', '../x', 'a/../b', 'a/./b', 'a/..', '/', '//'])('%j is refused with slashes', (name) => {
  expect(thrown(() => fillPath('/images/{name}', { name }, { slashes: true }))).toBe('PATH_INJECTION');
});

test('a value that is missing, or only inherited, is refused', () => {
  expect(thrown(() => fillPath('/a/{id}', {}))).toBe('PATH_INJECTION');
  expect(thrown(() => fillPath('/a/{id}', Object.create({ id: 'x' }) as Record<string, unknown>))).toBe(
    'PATH_INJECTION',
  );
});

test('the message names the parameter and not the value', () => {
  expect(() => fillPath('/a/{id}', { id: 'x\ny' })).toThrow(/^path parameter id must not have control characters$/);
});

test('whatever is accepted stays in its place of the path, and is read as given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (id, slashes) => {
      let path: string;
      try {
        path = fillPath('/v1.44/things/{id}/json', { id }, { slashes });
      } catch {
        return;
      }
      const url = new URL(path, 'http://localhost');
      expect(url.pathname).toBe(path);
      const segments = path.split('/');
      expect(decodeURIComponent(segments.slice(3, -1).join('/'))).toBe(id);
      if (!slashes) expect(segments).toHaveLength(5);
    }),
    { numRuns: 1000 },
  );
});
