/** Tests exact JSON: 64-bit integers at the given places are `bigint`, and nothing else differs from plain JSON. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactJson, withSafeNumbers, type ExactPlaces, type Place } from '../../src/exact/index.js';

const places: ExactPlaces = {
  responses: { Get: 'Box', List: ['Box'], Count: true, Several: ['Lid', { Depth: true }], Gone: undefined },
  schemas: {
    Box: {
      Size: true,
      Sizes: [true],
      ByName: [['Lid']],
      Lid: 'Lid',
      Inner: 'Box',
      ['__proto__']: true,
      length: true,
      valueOf: true,
    },
    Lid: { Turns: true },
    Odd: undefined,
  },
};
const { parse, stringify } = exactJson(places);
const big = 2n ** 53n + 1n;

describe('parse', () => {
  it.each<[string, string, unknown]>([
    ['2^53+1', '9007199254740993', big],
    ['the least and the most', '[-9223372036854775808, 18446744073709551615]', undefined],
    ['a small one', '5', 5n],
    ['zero', '-0', 0n],
    ['an exponent', '1e3', 1000n],
    ['a large exponent', '1e19', 10_000_000_000_000_000_000n],
    ['an exponent that a double would round', '123456789012345e5', 12_345_678_901_234_500_000n],
    ['a fraction of nothing', '1.0', 1n],
    ['a fraction of nothing with many digits', '9007199254740993.0', big],
    ['a fraction', '1.5', 1.5],
    ['a fraction with many digits', '0.12345678901234567', 0.12345678901234567],
    ['a negative exponent', '5e-1', 0.5],
    ['what no double holds', '1e999', Infinity],
    ['what no double holds, though it is long', '9'.repeat(400), Infinity],
    ['nothing with a huge exponent', '0e999999999', 0n],
    ['null', 'null', null],
    ['a text', '"9007199254740993"', '9007199254740993'],
  ])('reads %s', (_name, text, value) => {
    if (value !== undefined) expect(parse(text, 'Count')).toBe(value);
    else expect(parse(`{"Sizes":${text}}`, 'Get')).toEqual({ Sizes: [-(2n ** 63n), 2n ** 64n - 1n] });
  });

  it('finds places at every depth', () => {
    const text = '[{"Inner":{"Inner":{"Lid":{"Turns":7},"ByName":{"a":[{"Turns":9007199254740993}]}}}}]';
    expect(parse(text, 'List')).toEqual([
      { Inner: { Inner: { Lid: { Turns: 7n }, ByName: { a: [{ Turns: big }] } } } },
    ]);
    expect(parse('{"Turns":1,"Depth":9007199254740993}', 'Several')).toEqual({ Turns: 1n, Depth: big });
  });

  it('does not change other numbers', () => {
    const text = '{"Other":9007199254740993,"Size":9007199254740993,"Float":1.5,"Unknown":[{"Size":1}]}';
    expect(parse(text, 'Get')).toEqual({ Other: 2 ** 53, Size: big, Float: 1.5, Unknown: [{ Size: 1 }] });
    for (const operation of ['Gone', 'Unheard', 'constructor', '__proto__'])
      expect(parse(text, operation)).toEqual(JSON.parse(text));
  });

  it.each(['', ',"Size":9007199254740993'])('treats hostile keys as ordinary ones%s', (more) => {
    const value = parse(`{"__proto__":7,"constructor":1,"length":2${more}}`, 'Get') as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value).slice(0, 3)).toEqual([
      ['__proto__', 7n],
      ['constructor', 1],
      ['length', 2n],
    ]);
    expect(Object.hasOwn(value, 'valueOf')).toBe(false);
    expect(parse('[1,2]', 'Get')).toEqual([1, 2]);
    expect(parse('{"Size":1,"Size":9007199254740993}', 'Get')).toEqual({ Size: big });
  });

  it('reads 200 levels, and a megabyte', () => {
    const levels = (inner: string) => `${'{"Inner":'.repeat(200)}${inner}${'}'.repeat(200)}`;
    for (const size of ['5', '9007199254740993']) {
      let value = parse(levels(`{"Size":${size}}`), 'Get') as { Inner?: object; Size?: bigint };
      while (value.Inner) value = value.Inner;
      expect(value).toEqual({ Size: BigInt(size) });
    }
    const text = `[${Array.from({ length: 2000 }, () => `{"Size":9007199254740993,"Name":"${'x'.repeat(480)}"}`).join(',')}]`;
    expect((parse(text, 'List') as { Size: bigint }[]).every(({ Size }) => Size === big)).toBe(true);
  });

  it('rejects invalid JSON', () => {
    for (const text of ['', '{', '{"Size":01}', '{"Size":9007199254740993', '<html>'])
      expect(() => parse(text, 'Get')).toThrow(SyntaxError);
  });
});

/** Random values of the schemas, with `bigint` at the places. */
const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });
/** Removes negative zeros, which JSON does not preserve. */
const any = fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const values = fc.letrec((tie) => ({
  lid: fc.record(
    { Turns: fc.oneof(integer, fc.bigInt({ min: -9n, max: 9n }), fc.constant(null)), Other: any },
    { requiredKeys: [] },
  ),
  box: fc.record(
    {
      Size: integer,
      Sizes: fc.array(integer, { maxLength: 3 }),
      ByName: fc.dictionary(fc.string(), fc.array(tie('lid'), { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
      Lid: tie('lid'),
      Inner: fc.option(tie('box'), { maxDepth: 4, nil: null }),
      Name: fc.string(),
      Ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    },
    { requiredKeys: [] },
  ),
}));

describe('a value that is written and read again', () => {
  it('is the same', () => {
    fc.assert(
      fc.property(fc.array(values.box, { maxLength: 3 }), (boxes) => {
        expect(parse(stringify(boxes), 'List')).toEqual(boxes);
      }),
    );
  });

  it('is read the same on both ways, for text without large numbers', () => {
    // A number with many digits at another place turns to the way that loses nothing.
    fc.assert(
      fc.property(values.box, (box) => {
        const text = stringify(box);
        expect(parse(`[${text}]`, 'List')).toEqual(
          (parse(`[${text},9007199254740993]`, 'List') as unknown[]).slice(0, 1),
        );
      }),
    );
  });

  it('differs from plain JSON by large integers only', () => {
    const plain: Place = { Nothing: true };
    const other = exactJson({ responses: { Get: plain }, schemas: {} });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value, big: 1 });
        expect(other.stringify(JSON.parse(text))).toBe(text);
        expect(other.parse(text, 'Get')).toEqual(JSON.parse(text));
      }),
    );
  });
});

it('numbers take the place of every bigint that they represent, in arrays and plain objects', () => {
  const bare = Object.assign(Object.create(null) as object, { a: 1n });
  const date = Object.assign(new Date(0), { a: 1n });
  const value = [1n, big, { a: -5n, b: [{ c: 7n }], bare, date, none: null, text: '1' }];
  const expected = [1, big, { a: -5, b: [{ c: 7 }], bare: { a: 1 }, date, none: null, text: '1' }];
  expect(withSafeNumbers(value)).toEqual(expected);
  const unchanged = { a: [big], date, none: null };
  expect(withSafeNumbers(unchanged)).toBe(unchanged);
});
