/** Base64 JSON, path stats, and numbers that JSON cannot represent. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkFinite,
  decodeBase64UrlJson,
  decodePathStat,
  encodeBase64UrlJson,
  encodeRegistryAuth,
} from '../src/index.js';
import { setProperty } from '../src/json/index.js';
import { thrownCode } from './chunks.js';

describe('base64', () => {
  test('round trip, padded, in either alphabet, with padding or without', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = encodeBase64UrlJson(value);
        expect(text).toMatch(/^[\w-]+={0,2}$/);
        expect(text.length % 4).toBe(0);
        const want = JSON.parse(JSON.stringify(value)) as unknown;
        const standard = text.replaceAll('-', '+').replaceAll('_', '/');
        for (const form of [text, standard, text.replace(/=+$/, ''), standard.replace(/=+$/, '')]) {
          expect(decodeBase64UrlJson(form)).toEqual(want);
        }
      }),
    );
  });

  test('credentials', () => {
    expect(encodeRegistryAuth({ username: 'a', password: '~~~???' })).toBe(
      'eyJ1c2VybmFtZSI6ImEiLCJwYXNzd29yZCI6In5-fj8_PyJ9',
    );
    expect(encodeRegistryAuth({})).toBe('e30=');
  });

  test.each([
    ['a!b', 'BASE64_INVALID'],
    ['YQ==\n', 'BASE64_INVALID'],
    ['Y', 'BASE64_INVALID'],
    ['=', 'JSON_INVALID'],
    ['c2VjcmV0', 'JSON_INVALID'],
  ])('%j is rejected', (text, code) => {
    expect(thrownCode(() => decodeBase64UrlJson(text))).toBe(code);
    expect(() => decodeBase64UrlJson(text)).toThrow(/^the (value|decoded base64) is not /);
  });
});

describe('path stat', () => {
  const stat = { name: 'etc', size: 4096, mode: 2147484141, mtime: '2024-01-01T00:00:00Z', linkTarget: '' };
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

  test('is decoded from standard base64', () => {
    expect(decodePathStat(encode(stat))).toEqual(stat);
    expect(decodePathStat(encode({ ...stat, name: '??>é' })).name).toBe('??>é');
  });

  test.each([null, [], 'x', {}, { ...stat, size: '1' }, { ...stat, linkTarget: null }])('%j is rejected', (value) => {
    expect(thrownCode(() => decodePathStat(encode(value)))).toBe('PATH_STAT_INVALID');
  });
});

describe('numbers that are not finite', () => {
  test.each([
    [Number.NaN, 'body'],
    [{ HostConfig: { Memory: Infinity } }, 'body/HostConfig/Memory'],
    [{ a: [1, { 'x/y~z': -Infinity }] }, 'body/a/1/x~1y~0z'],
    [{ a: { toJSON: () => Number.NaN } }, 'body/a'],
    [JSON.parse('{"__proto__":{"a":1e999}}'), 'body/__proto__/a'],
  ])('%# are reported with their place', (value, place) => {
    expect(thrownCode(() => checkFinite(value, 'body'))).toBe('NUMBER_NOT_FINITE');
    expect(() => checkFinite(value, 'body')).toThrow(`${place} is a number that is not finite`);
  });

  test('anything else passes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => checkFinite(value, 'body')));
    checkFinite({ a: undefined, b: 1n, c: new Date(Number.NaN), d: -0 }, 'body');
  });

  test('a value that contains itself is rejected', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;
    expect(thrownCode(() => checkFinite(value, 'body'))).toBe('VALUE_INVALID');
  });
});

test.each(['__proto__', 'constructor', 'a'])('the key %s is data like every other', (key) => {
  const object = {};
  setProperty(object, key, { b: 1 });
  expect(Object.entries(object)).toEqual([[key, { b: 1 }]]);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});
