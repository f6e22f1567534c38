/** Queries: the output of each encoding, which decodes to the original value. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeQuery, type Encoding, encodeQuery, jsonText } from '../src/index.js';
import { thrownCode } from './chunks.js';

const encodeOne = (encoding: Encoding, value: unknown): string =>
  encodeQuery({ p: encoding }, { p: value }, (one) => jsonText(one, 'p'));

test.each<[Encoding, unknown, string]>([
  ['plain', 'a b&c=d/é+%', '?p=a%20b%26c%3Dd%2F%C3%A9%2B%25'],
  ['plain', '', '?p='],
  ['plain', true, '?p=true'],
  ['plain', false, '?p=false'],
  ['plain', 0, '?p=0'],
  ['plain', 1700000000.5, '?p=1700000000.5'],
  ['plain', 18446744073709551615n, '?p=18446744073709551615'],
  ['plain', undefined, ''],
  ['plain', null, ''],
  ['repeated', ['a', 'b,c', 3], '?p=a&p=b%2Cc&p=3'],
  ['repeated', 'a', '?p=a'],
  ['repeated', [], ''],
  ['joined', ['Id', 'Names'], '?p=Id%2CNames'],
  ['joined', 'Id', '?p=Id'],
  ['json', { a: [1, 'é'] }, '?p=%7B%22a%22%3A%5B1%2C%22%C3%A9%22%5D%7D'],
  ['json', '{"a":1}', '?p=%7B%22a%22%3A1%7D'],
  ['json', { id: 9007199254740993n }, '?p=%7B%22id%22%3A9007199254740993%7D'],
  ['base64url-json', { u: '??>' }, '?p=eyJ1IjoiPz8-In0%3D'],
])('%s, %#', (encoding, value, want) => {
  expect(encodeOne(encoding, value)).toBe(want);
});

test.each<[unknown, string]>([
  [{ type: ['container', 'image'] }, '{"type":["container","image"]}'],
  [{ dangling: true }, '{"dangling":["true"]}'],
  [{ dangling: [false] }, '{"dangling":["false"]}'],
  [{ label: 'a=b' }, '{"label":["a=b"]}'],
  [{ until: 10, exited: [0, 1n] }, '{"until":["10"],"exited":["0","1"]}'],
  [{ label: undefined, name: null, id: ['x'] }, '{"id":["x"]}'],
  [{ label: { 'a=b': true, c: false }, id: 'x' }, '{"label":["a=b"],"id":["x"]}'],
  [{ 'label!': ['é'] }, '{"label!":["é"]}'],
  [{ name: [] }, '{"name":[]}'],
  ['{"name":["x"]}', '{"name":["x"]}'],
  [JSON.parse('{"__proto__":"x"}'), '{"__proto__":["x"]}'],
])('filters, %#', (filters, want) => {
  const query = encodeQuery({ filters: 'json' }, { filters });
  expect(new URLSearchParams(query).get('filters')).toBe(want);
});

test.each<[Encoding, unknown, string]>([
  ['plain', Number.NaN, 'NUMBER_NOT_FINITE'],
  ['plain', -Infinity, 'NUMBER_NOT_FINITE'],
  ['repeated', [1, Infinity], 'NUMBER_NOT_FINITE'],
  ['json', { a: [Number.NaN] }, 'NUMBER_NOT_FINITE'],
  ['base64url-json', { a: Number.NaN }, 'NUMBER_NOT_FINITE'],
  ['plain', {}, 'VALUE_INVALID'],
  ['plain', ['a'], 'VALUE_INVALID'],
  ['plain', new Date(0), 'VALUE_INVALID'],
  ['plain', '\ud800', 'VALUE_INVALID'],
  ['joined', [undefined], 'VALUE_INVALID'],
  ['base64url-json', 'not base64!', 'BASE64_INVALID'],
])('%s rejects, %#', (encoding, value, code) => {
  expect(thrownCode(() => encodeOne(encoding, value))).toBe(code);
});

test.each([[[]], [5], [{ a: [{}] }], [{ a: new Date(0), b: { c: 1 } }], [{ a: [Number.NaN] }]])(
  'filters reject, %#',
  (filters) => {
    expect(thrownCode(() => encodeQuery({ filters: 'json' }, { filters }))).toMatch(/VALUE_INVALID|NUMBER_NOT_FINITE/);
  },
);

test('only parameters with an encoding are encoded, in the order of the encodings, and never inherited properties', () => {
  const encodings = { b: 'plain', a: 'plain', toString: 'plain' } as const;
  expect(encodeQuery(encodings, { a: 1, b: 2, c: 3 })).toBe('?b=2&a=1');
  expect(encodeQuery({}, { a: 1 })).toBe('');
});

test('JSON is encoded by the given function, and numbers are checked nevertheless', () => {
  const stringify = (): string => 'mine';
  expect(encodeQuery({ p: 'json' }, { p: {} }, stringify)).toBe('?p=mine');
  expect(thrownCode(() => encodeQuery({ p: 'json' }, { p: [Infinity] }, stringify))).toBe('NUMBER_NOT_FINITE');
});

test('every string is decoded from the query as it was, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (name, text) => {
      const values = new Map([[name, text]]);
      const query = encodeQuery({ [name]: 'plain' }, Object.fromEntries(values));
      expect(query).toMatch(/^[\x21-\x7e]*$/);
      if (name !== '__proto__') expect([...new URLSearchParams(query)]).toEqual([[name, text]]);
    }),
  );
});

test.each<Encoding>([{ style: 'deepObject' }, { mediaType: 'application/xml' }])('%j is not supported', (encoding) => {
  expect(thrownCode(() => encodeOne(encoding, 'a'))).toBe('ENCODING_UNSUPPORTED');
  expect(thrownCode(() => decodeQuery({ p: encoding }, 'p=a'))).toBe('ENCODING_UNSUPPORTED');
});
