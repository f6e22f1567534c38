/** Decoding of queries and headers, as in servers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeFilters,
  decodeHeader,
  decodePathStat,
  decodeQuery,
  encodeHeader,
  encodePathStat,
  encodeQuery,
  queryTexts,
} from '../src/index.js';

describe('the strings of a query', () => {
  it.each([
    ['', {}],
    ['?', {}],
    ['?a=1', { a: ['1'] }],
    ['??a=1', { '?a': ['1'] }],
    ['a=1&b=2&a=3', { a: ['1', '3'], b: ['2'] }],
    ['a&b=&=c&&', { a: [''], b: [''], '': ['c'] }],
    ['a=b=c', { a: ['b=c'] }],
    ['a+b=c%20d+e%2B', { 'a b': ['c d e+'] }],
    ['a=%C3%A9', { a: ['é'] }],
    ['a=x%FFy%C3', { a: ['x\ufffdy\ufffd'] }],
    ['__proto__=x', { ['__proto__']: ['x'] }],
  ])('%s', (query, texts) => expect(Object.entries(queryTexts(query))).toEqual(Object.entries(texts)));

  it.each(['a=%', 'a=%z1', '%4=a', 'a=%C3%', 'a;b=1'])('%s is rejected', (query) =>
    expect(() => queryTexts(query)).toThrow(expect.objectContaining({ code: 'QUERY_INVALID' }) as Error),
  );

  it('are added to those of an earlier call', () => {
    expect(queryTexts('a=2', queryTexts('a=1'))).toMatchObject({ a: ['1', '2'] });
  });
});

describe('filters', () => {
  it.each([
    ['{"label":{"a=b":true,"c":true}}', { label: ['a=b', 'c'] }],
    ['{"label":["a=b","c"]}', { label: ['a=b', 'c'] }],
    ['{"label":[]}', { label: [] }],
    ['{"label":{},"id":null}', { label: [], id: [] }],
    ['{"label":["a",null],"id":null}', { label: ['a', ''], id: [] }],
    ['{}', {}],
    ['null', undefined],
  ])('%s', (text, wanted) => expect(decodeFilters(JSON.parse(text))).toEqual(wanted));

  it.each([
    '[]',
    '1',
    '{"a":"b"}',
    '{"a":[1]}',
    '{"a":{"b":1}}',
    '{"a":{"b":true,"c":false}}',
    '{"a":{"b":null}}',
    '{"a":["b"],"c":{"d":true}}',
  ])('%s is rejected', (text) =>
    expect(() => decodeFilters(JSON.parse(text))).toThrow(expect.objectContaining({ code: 'FILTER_INVALID' }) as Error),
  );

  it('may have any name', () => {
    const filters = decodeFilters(JSON.parse('{"__proto__":["x"]}'));
    expect(Object.keys(filters ?? {})).toEqual(['__proto__']);
  });
});

describe('a query', () => {
  const encodings = { all: 'plain', t: 'repeated', names: 'joined', labels: 'json', filters: 'json' } as const;

  it('has the parameters of its encodings', () => {
    const query = '?all=1&t=a&t=b&names=x,%20y,&labels={"a":"b"}&filters={"id":{"x":true}}&other=1';
    expect(decodeQuery(encodings, query)).toEqual({
      all: '1',
      t: ['a', 'b'],
      names: ['x', 'y'],
      labels: { a: 'b' },
      filters: { id: ['x'] },
    });
    expect(decodeQuery(encodings, 'labels=')).toEqual({});
  });

  it('names the parameter that is not JSON, without its value', () => {
    expect(() => decodeQuery(encodings, 'labels={secret')).toThrow('query parameter labels is not JSON');
  });

  it('decodes what the encoder encodes', () => {
    fc.assert(
      fc.property(
        fc.record({
          all: fc.string({ unit: 'grapheme' }),
          t: fc.array(fc.string(), { minLength: 1 }),
          labels: fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
          filters: fc.dictionary(fc.string(), fc.array(fc.string()), { noNullPrototype: true }),
        }),
        (values) => {
          expect(decodeQuery(encodings, encodeQuery(encodings, values))).toEqual(values);
        },
      ),
    );
  });
});

describe('a header', () => {
  it.each([
    ['padded', 'eyJhIjoiPz8ifQ=='],
    ['without padding', 'eyJhIjoiPz8ifQ'],
    ['in the standard alphabet', Buffer.from('{"a":"??"}').toString('base64')],
  ])('of credentials, %s', (_, text) => expect(decodeHeader('X', 'base64url-json', text)).toEqual({ a: '??' }));

  it('of an array', () => expect(decodeHeader('X', 'joined', 'a, b')).toEqual(['a', 'b']));

  it('decodes what the encoder encodes', () => {
    const value = { username: 'é?', password: '>>' };
    expect(decodeHeader('X', 'base64url-json', encodeHeader('X', 'base64url-json', value))).toEqual(value);
  });

  it('of a path stat is decoded by its decoder', () => {
    const stat = { name: 'ü', size: 1, mode: 420, mtime: '2024-01-01T00:00:00Z', linkTarget: '' };
    expect(encodePathStat(stat)).toMatch(/^[\w+/]+={0,2}$/);
    expect(decodePathStat(encodePathStat(stat))).toEqual(stat);
  });
});
