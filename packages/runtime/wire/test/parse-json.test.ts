/** The limits of JSON that is read, its large integers, and what is left as a text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largeInteger, parseLargeIntegers } from '../src/exact/index.js';
import {
  deepestAsText,
  hasRepeatedKeysIn,
  jsonOf,
  JsonLimitError,
  parseJson,
  RepeatedKeys,
} from '../src/json/index.js';

const nested = (depth: number, inner = '') => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
const long = (text: string) => text + ' '.repeat(9000);

// Short texts are measured after they are parsed, and long ones before.
describe.each([
  ['short', (text: string) => text],
  ['long', long],
])('of a %s text', (_length, padded) => {
  it.each([
    [nested(3), true],
    [nested(4), false],
    ['{"a":{"b":{}}}', true],
    ['{"a":{"b":{"c":[]}}}', false],
    ['[[],[[]],[[],[]]]', true],
    ['["[[[[","{\\"[[[[","\\\\",[[]]]', true],
  ])('%s has at most a depth of 3: %s', (text, isWithin) => {
    const read = () => parseJson(padded(text), { depth: 3 });
    if (isWithin) expect(read().value).toEqual(JSON.parse(text));
    else expect(read).toThrow(expect.objectContaining({ limit: 'depth', message: 'exceeded max depth' }) as Error);
  });

  it.each([
    ['[1,2,3,4]', true],
    ['[1,2,3,4,5]', false],
    ['{"a":{"b":{"c":{}}}}', true],
    ['{"a":[1,{"b":2}],"c,d":3}', false],
    ['["a,b,c","[,,\\",",3,4]', true],
  ])('%s has at most 5 values: %s', (text, isWithin) => {
    const read = () => parseJson(padded(text), { values: 5 });
    if (isWithin) expect(read()).toEqual({ value: JSON.parse(text) as unknown, hasRepeatedKeys: false });
    else expect(read).toThrow(expect.objectContaining({ limit: 'values', message: 'too many values' }) as Error);
  });

  it('repeated keys are shortened', () => {
    const { value, hasRepeatedKeys } = parseJson(padded('[{"a":9007199254740993,"b":":","a":-1}]'), {
      numbers: 'bigint',
    });
    expect(hasRepeatedKeys).toBe(true);
    expect(value).toEqual([
      new RepeatedKeys([
        ['a', 9007199254740993n],
        ['b', ':'],
        ['a', -1],
      ]),
    ]);
    expect(hasRepeatedKeysIn(value)).toBe(true);
    expect(hasRepeatedKeysIn({ a: [null, 'a', { b: 1 }] })).toBe(false);
  });
});

it('limits are errors of their own, and mistakes are those of JSON', () => {
  expect(() => parseJson('[[]', { depth: 1 })).toThrow(SyntaxError);
  expect(() => parseJson(long('[[]'), { depth: 1 })).toThrow(JsonLimitError);
  expect(() => parseJson(nested(10_001))).toThrow(JsonLimitError);
});

describe('large integers', () => {
  it.each([
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740992', 2n ** 53n],
    ['-9007199254740993', -(2n ** 53n) - 1n],
    ['12345678901234567.0', 12_345_678_901_234_567n],
    ['123456789012345678901e-1', 12_345_678_901_234_567_890.1],
    ['1e20', 10n ** 20n],
    ['15e-1', 1.5],
    ['100e-1', 10],
    ['0.000e9', 0],
    ['1e400', Infinity],
  ])('%s', (text, value) => {
    expect(largeInteger(text)).toBe(value);
    expect(parseLargeIntegers(`{"a":[${text},null,"${text}",{"b":${text}}]}`)).toEqual({
      a: [value, null, text, { b: value }],
    });
  });

  it('are those of BigInt, with every exponent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(9), (integer, exponent) => {
        const exact = integer * 10n ** BigInt(exponent);
        const value = largeInteger(`${integer}e${exponent}`);
        expect(value).toBe(Number.isSafeInteger(Number(exact)) ? Number(exact) : exact);
      }),
    );
  });
});

it('what is below a depth stays as it was written', () => {
  const text = '{"a": [1.0, {"b": "]}\\"[", "c": [ ]}, {}], "d": "[\\\\"}';
  expect(JSON.parse(deepestAsText(text, 3))).toMatchObject({
    a: [1, { b: ']}"[', c: expect.any(String) as string }, {}],
  });
  expect(JSON.parse(deepestAsText(text, 1))).toMatchObject({ a: expect.any(String) as string, d: '[\\' });
  for (const depth of [0, 1, 2, 3, 4]) {
    const shortened = deepestAsText(text, depth);
    expect(shortened === text).toBe(depth === 4);
    expect(JSON.parse(jsonOf(JSON.parse(shortened)))).toEqual(JSON.parse(text));
    const { value } = parseJson(text, { textBelow: depth, numbers: 'text' });
    expect(jsonOf(value).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  }
  expect(() => deepestAsText('[[1]', 0)).not.toThrow();
  expect(() => deepestAsText('[[1,]]', 0)).toThrow(SyntaxError);
});
