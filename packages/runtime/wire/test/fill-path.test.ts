/** Paths: no value can lead to another path. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillPath } from '../src/index.js';
import { thrownCode } from './chunks.js';

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

const invalidSegments = ['', '.', '..', 'a\r\nb', 'a\nb', 'a\0', '\x1b[0m', 'a\x7f', 'a\x85', '\ud800'];
test.each(invalidSegments)('%j is rejected, with slashes or without', (id) => {
  for (const slashes of [false, true]) {
    expect(thrownCode(() => fillPath('/containers/{id}/json', { id }, { slashes }))).toBe('PATH_INJECTION');
  }
});

test.each([undefined, null, ['a'], { toString: () => 'a' }])('%j is rejected: it is not a scalar', (id) => {
  expect(thrownCode(() => fillPath('/containers/{id}/json', { id }))).toBe('VALUE_INVALID');
});

test.each(['a/b', '/a', 'a/', '../x', 'a/../b', '/'])('%j is rejected without slashes', (id) => {
  expect(thrownCode(() => fillPath('/containers/{id}', { id }))).toBe('PATH_INJECTION');
});

test.each(['/a', 'a/', 'a//b', '../x', 'a/../b', 'a/./b', 'a/..', '/', '//'])('%j is rejected with slashes', (name) => {
  expect(thrownCode(() => fillPath('/images/{name}', { name }, { slashes: true }))).toBe('PATH_INJECTION');
});

test('a value that is missing, or only inherited, is rejected', () => {
  expect(thrownCode(() => fillPath('/a/{id}', {}))).toBe('VALUE_INVALID');
  expect(thrownCode(() => fillPath('/a/{id}', Object.create({ id: 'x' }) as Record<string, unknown>))).toBe(
    'VALUE_INVALID',
  );
});

test('the message names the parameter and not the value', () => {
  expect(() => fillPath('/a/{id}', { id: 'x\ny' })).toThrow(/^path parameter id must not have control characters$/);
});

test('every accepted value stays in its segments of the path, and is decoded as given', () => {
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

test('numbers and booleans have one string', () => {
  expect(fillPath('/a/{n}/{b}/{i}', { n: 7, b: true, i: 9007199254740993n })).toBe('/a/7/true/9007199254740993');
  expect(thrownCode(() => fillPath('/a/{n}', { n: Infinity }))).toBe('NUMBER_NOT_FINITE');
});

test('a style is not supported, and is not ignored', () => {
  const options = { pathEncodings: { id: { style: 'matrix' } as const, names: 'joined' as const } };
  expect(thrownCode(() => fillPath('/a/{id}', { id: 'a' }, options))).toBe('ENCODING_UNSUPPORTED');
  expect(fillPath('/a/{names}', { names: 'a,b' }, options)).toBe('/a/a%2Cb');
});
