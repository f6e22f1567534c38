/** Tests that numbers stay as they were written. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { jsonOf, parseAsText as parseJson } from '../src/json/index.js';

describe('numbers', () => {
  it.each([
    '9223372036854771712',
    '-9223372036854775808',
    '1.0',
    '0.10',
    '1e400',
    '-1.5E+3',
    '-0',
    '0.0000001',
    '10000.040009010038',
    '0.1000000000000000055511151231257827',
    '7',
    '1.5',
  ])('%s stays as it was written', (number) => {
    for (const text of [number, `[${number}]`, `{"a":${number},"b":"${number}"}`]) {
      expect(jsonOf(parseJson(text))).toBe(text);
    }
  });

  it('have no mark where they are part of a text', () => {
    const { a } = parseJson('{"a":1e3}') as { readonly a: string };
    expect(jsonOf({ message: `${a} is too much` })).toBe('{"message":"1e3 is too much"}');
    // At the end: the mark may have the same digits.
    expect(jsonOf(a.replace(/1e3$/, 'true'))).toBe('"true"');
  });

  it('are numbers where a double represents them', () => {
    expect(parseJson('{"a":12,"b":[1.5,-3]}')).toEqual({ a: 12, b: [1.5, -3] });
  });

  it('in strings and names stay strings', () => {
    for (const text of ['{"1.0":": 1.0, 9223372036854771712","b":"\\\\","c":"\\" 1e5"}', '["a: 1e5",1.50]']) {
      expect(jsonOf(parseJson(text))).toBe(text);
    }
  });

  it('stay in any JSON', () => {
    const numbers = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/);
    const texts = fc
      .dictionary(fc.string(), fc.tuple(numbers, fc.string()))
      .map((entries) => Object.entries(entries))
      .map((all) => `{${all.map(([name, [n, s]]) => `${JSON.stringify(name)}:[${n},${JSON.stringify(s)}]`).join(',')}}`)
      // Keys that are whole numbers come first in an object.
      .filter((text) => !/"\d+":/.test(text) && !text.includes('"__proto__":'));
    fc.assert(
      fc.property(texts, (text) => {
        expect(jsonOf(parseJson(text))).toBe(text);
      }),
      { numRuns: inject('isFullRun') ? 5000 : 300 },
    );
  });
});
