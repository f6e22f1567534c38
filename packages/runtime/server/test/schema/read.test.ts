/** Readers of schemas: the values that they return, and the problems that they report. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  any,
  boolean,
  enumOf,
  integer,
  arrayOf,
  mapOf,
  nullable,
  number,
  optional,
  object,
  ref,
  required,
  rule,
  string,
  constrainedString,
  unionOf,
  type Schema,
} from '@lading/runtime-wire';
import { read, type Mode } from '../../src/schema/index.js';

const described = { description: 'It is so.' };
const objectWith = (schema: Schema): Schema => object({ A: optional(schema) });
const objectWithRule = (
  kind: Parameters<typeof rule>[0],
  value?: string | number | boolean,
  fields = ['A', 'B'],
): Schema =>
  object(
    { A: optional(any), B: optional(any), C: optional(object({ D: optional(any) })), R: optional(object({})) },
    { rules: [rule(kind, fields, { ...(value !== undefined && { value }), ...described })] },
  );
const zeroOrTen = rule('zero-or-minimum', [], { value: 10, ...described });

/** A schema, a value, and either the value that is read or the problems. */
type ReadCase = [name: string, schema: Schema, value: unknown, wanted: { value: unknown } | string];
const unchanged = (value: unknown): { value: unknown } => ({ value });

const requests: ReadCase[] = [
  ['a string', objectWith(string), { A: 'x' }, unchanged({ A: 'x' })],
  ['not a string', objectWith(string), { A: 1 }, '/A must be a string'],
  ['a pattern', objectWith(constrainedString({ pattern: '^a+$' })), { A: 'aa' }, unchanged({ A: 'aa' })],
  ['not matching the pattern', objectWith(constrainedString({ pattern: '^a+$' })), { A: 'b' }, '/A must match ^a+$'],
  ['too short', objectWith(constrainedString({ minLength: 1 })), { A: '' }, '/A must have at least 1 character'],
  ['too long', objectWith(constrainedString({ maxLength: 2 })), { A: 'abc' }, '/A must have at most 2 characters'],
  ['characters of two units', objectWith(constrainedString({ maxLength: 2 })), { A: '🐳🐳' }, unchanged({ A: '🐳🐳' })],
  [
    'too few characters of two units',
    objectWith(constrainedString({ minLength: 2 })),
    { A: '🐳' },
    '/A must have at least 2 characters',
  ],
  [
    'a date',
    objectWith(constrainedString({ format: 'date-time' })),
    { A: '2024-02-29T12:00:00.5+01:00' },
    unchanged({ A: '2024-02-29T12:00:00.5+01:00' }),
  ],
  [
    'not a date',
    objectWith(constrainedString({ format: 'date-time' })),
    { A: 'yesterday' },
    '/A must be a date and time (RFC 3339)',
  ],
  ['an empty date', objectWith(constrainedString({ format: 'date-time' })), { A: '' }, unchanged({ A: '' })],
  ['a network', objectWith(constrainedString({ format: 'cidr' })), { A: 'fd00::/8' }, unchanged({ A: 'fd00::/8' })],
  [
    'not a network',
    objectWith(constrainedString({ format: 'cidr' })),
    { A: '10.0.0.0/33' },
    '/A must be a network with the length of its prefix',
  ],
  [
    'not an address',
    objectWith(constrainedString({ format: 'ip-address' })),
    { A: '1.2.3' },
    '/A must be an IP address',
  ],
  ['base64', objectWith(constrainedString({ format: 'byte' })), { A: 'aGk=\n' }, unchanged({ A: 'aGk=\n' })],
  ['not base64', objectWith(constrainedString({ format: 'byte' })), { A: 'a' }, '/A must be base64'],
  [
    'a format that is not checked',
    objectWith(constrainedString({ format: 'password' })),
    { A: '::' },
    unchanged({ A: '::' }),
  ],
  ['an integer', objectWith(integer()), { A: -1 }, unchanged({ A: -1 })],
  ['a fraction', objectWith(integer()), { A: 1.5 }, '/A must be an integer'],
  ['an integer in a string', objectWith(integer()), { A: '1' }, '/A must be an integer'],
  ['the largest integer', objectWith(integer({ format: 'int64' })), { A: 2 ** 63 }, unchanged({ A: 2 ** 63 })],
  ['above the range of uint16', objectWith(integer({ format: 'uint16' })), { A: 65_536 }, '/A must be at most 65535'],
  ['below the range of uint64', objectWith(integer({ format: 'uint64' })), { A: -1 }, '/A must be at least 0'],
  ['below the minimum', objectWith(integer({ minimum: 5 })), { A: 4 }, '/A must be at least 5'],
  ['zero below the minimum', objectWith(integer({ minimum: 5 })), { A: 0 }, '/A must be at least 5'],
  ['a sentinel', objectWith(integer({ minimum: 5, sentinels: [-1] })), { A: -1 }, unchanged({ A: -1 })],
  ['a number', objectWith(number()), { A: 0.5 }, unchanged({ A: 0.5 })],
  ['not a boolean', objectWith(boolean), { A: 'true' }, '/A must be a boolean'],
  ['zero', objectWith(integer({ rules: [zeroOrTen] })), { A: 0 }, unchanged({ A: 0 })],
  ['the minimum of a rule', objectWith(integer({ rules: [zeroOrTen] })), { A: 10 }, unchanged({ A: 10 })],
  [
    'below the minimum of a rule',
    objectWith(integer({ rules: [zeroOrTen] })),
    { A: 9 },
    '/A must be 0 or at least 10 (It is so)',
  ],
  [
    'out of range',
    objectWith(integer({ rules: [rule('zero-or-range', [], { value: '5-7', ...described })] })),
    { A: 8 },
    '/A must be 0 or from 5 to 7 (It is so)',
  ],
  [
    'negative',
    objectWith(integer({ rules: [rule('positive-minimum', [], { value: 5, ...described })] })),
    { A: -9 },
    unchanged({ A: -9 }),
  ],
  [
    'positive and too small',
    objectWith(integer({ rules: [rule('positive-minimum', [], { value: 5, ...described })] })),
    { A: 4 },
    '/A must be at least 5 where it is positive (It is so)',
  ],
  ['an enum value', objectWith(enumOf(['a', 'b'])), { A: 'b' }, unchanged({ A: 'b' })],
  ['not an enum value', objectWith(enumOf(['a', 'b'])), { A: 'c' }, '/A must be one of "a", "b", not "c"'],
  ['an enum value that is not set', objectWith(enumOf(['a', 'b'])), { A: '' }, unchanged({})],
  ['an empty enum value', objectWith(enumOf(['a', ''])), { A: '' }, unchanged({ A: '' })],
  ['a required enum value', object({ A: required(enumOf(['a'])) }), { A: '' }, '/A must be one of "a", not ""'],
  ['another value of an open enum', objectWith(enumOf(['a'], { open: true })), { A: 'new' }, unchanged({ A: 'new' })],
  [
    'a value of another type for an open enum',
    objectWith(enumOf(['a'], { open: true })),
    { A: 1 },
    '/A must be a string',
  ],
  ['an array', arrayOf(string), ['a', 'b'], unchanged(['a', 'b'])],
  ['an array with null', arrayOf(string), ['a', null], unchanged(['a', ''])],
  ['not an array', arrayOf(string), { 0: 'a' }, 'must be an array'],
  ['too few', arrayOf(string, { min: 2 }), ['a'], 'must have at least 2 entries'],
  ['a fixed length, too few', arrayOf(integer(), { min: 2, max: 2 }), [1], unchanged([1, 0])],
  ['a fixed length, too many', arrayOf(integer(), { min: 2, max: 2 }), [1, 2, 3], unchanged([1, 2])],
  ['too many', arrayOf(string, { max: 1 }), ['a', 'b'], 'must have at most 1 entry'],
  ['invalid entries', arrayOf(integer()), [1, 'b', 2.5], '/1 must be an integer; /2 must be an integer'],
  ['a map', mapOf(integer()), { 'a/b~c': 1 }, unchanged({ 'a/b~c': 1 })],
  ['an invalid map entry', mapOf(integer()), { 'a/b~c': 'x' }, '/a~1b~0c must be an integer'],
  ['a map with null', mapOf(object({})), { '80/tcp': null }, unchanged({ '80/tcp': {} })],
  ['not an object', objectWith(string), [], 'must be an object'],
  ['a key in another case', objectWith(string), { a: 'x' }, unchanged({ A: 'x' })],
  ['the last of two keys', objectWith(string), { A: 'x', a: 'y' }, unchanged({ A: 'y' })],
  ["the last of two keys, in the contract's spelling", objectWith(string), { a: 'x', A: 'y' }, unchanged({ A: 'y' })],
  ['the one of two keys that is set', objectWith(string), { a: 'x', A: null }, unchanged({ A: 'x' })],
  ['an unknown key', objectWith(string), { B: { c: null } }, unchanged({ B: { c: null } })],
  ['null for not set', objectWith(string), { A: null }, unchanged({})],
  ['null that is allowed', objectWith(nullable(string)), { A: null }, unchanged({ A: null })],
  ['null for a required property', object({ A: required(string) }), { A: null }, '/A is required'],
  ['a missing required property', object({ A: required(string) }), {}, '/A is required'],
  ['a problem with the name of the contract', objectWith(string), { a: 1 }, '/A must be a string'],
  ['the first schema that fits', objectWith(unionOf([arrayOf(string), string])), { A: 'x' }, unchanged({ A: 'x' })],
  ['the closest schema', objectWith(unionOf([string, arrayOf(string)])), { A: [1] }, '/A/0 must be a string'],
  ['values of unknown keys', object({}, { rest: string }), { x: 1 }, '/x must be a string'],
  ['only-when', objectWithRule('only-when', '|no'), { A: true }, unchanged({ A: true })],
  [
    'only-when, else',
    objectWithRule('only-when', '|no'),
    { A: true, B: 'yes' },
    '/A cannot be set with this B (It is so)',
  ],
  ['only-when false', objectWithRule('only-when', false), { A: true }, '/A cannot be set with this B (It is so)'],
  [
    'not-when',
    objectWithRule('not-when', 'host|container:*'),
    { A: ['x'], B: 'container:y' },
    '/A cannot be set with this B (It is so)',
  ],
  [
    'not-when, else',
    objectWithRule('not-when', 'host|container:*'),
    { A: ['x'], B: 'hosts' },
    unchanged({ A: ['x'], B: 'hosts' }),
  ],
  ['not-when not set', objectWithRule('not-when', 'host'), { A: [], B: 'host' }, unchanged({ A: [], B: 'host' })],
  [
    'not-when with an object that has a toString property',
    object(
      { A: optional(any), B: optional(any) },
      { rules: [rule('not-when', ['A', 'B'], { value: 'x', description: 'No.' })] },
    ),
    { A: 1, B: { toString: 'x' } },
    unchanged({ A: 1, B: { toString: 'x' } }),
  ],
  ['needs-when', objectWithRule('needs-when', 'bind'), { B: 'bind' }, '/A is required with this B (It is so)'],
  ['needs-when nothing is given', objectWithRule('needs-when', '|x'), {}, '/A is required with this B (It is so)'],
  ['requires', objectWithRule('requires'), { A: true, B: false }, '/A cannot be set without B (It is so)'],
  ['excludes', objectWithRule('excludes'), { A: 1, B: 1 }, '/A cannot be set together with B (It is so)'],
  ['excludes zero', objectWithRule('excludes'), { A: 1, B: 0 }, unchanged({ A: 1, B: 0 })],
  [
    'excludes deeper',
    objectWithRule('excludes', undefined, ['C.D', 'A']),
    { A: 1, C: { D: 'x' } },
    '/C/D cannot be set together with A (It is so)',
  ],
  [
    'an empty object is given',
    objectWithRule('excludes', undefined, ['R', 'A']),
    { A: 1, R: {} },
    '/R cannot be set together with A (It is so)',
  ],
  ['at-least-one-of', objectWithRule('at-least-one-of'), { A: '' }, '/A is required, or another of A, B (It is so)'],
  ['at-least-one-of one', objectWithRule('at-least-one-of', undefined, ['A']), {}, '/A is required (It is so)'],
  ['at-most-one-of', objectWithRule('at-most-one-of'), { A: 1, B: 1 }, '/A cannot be set together with B (It is so)'],
  [
    'at-most-one-of, which names what is given',
    objectWithRule('at-most-one-of', undefined, ['A', 'B', 'C']),
    { B: 1, C: {} },
    '/B cannot be set together with C (It is so)',
  ],
  [
    'exactly-one-of, with two',
    objectWithRule('exactly-one-of', undefined, ['A', 'B', 'C']),
    { B: 1, C: {} },
    '/B cannot be set together with C (It is so)',
  ],
  ['exactly-one-of', objectWithRule('exactly-one-of'), {}, '/A must be given, or just one of A, B (It is so)'],
  ['greater-than', objectWithRule('greater-than'), { A: 3, B: 3 }, '/A must be greater than B (It is so)'],
  ['not-less-than', objectWithRule('not-less-than'), { A: 3, B: 3 }, unchanged({ A: 3, B: 3 })],
  ['less than', objectWithRule('not-less-than'), { A: 2, B: 3 }, '/A must not be less than B (It is so)'],
  ['less than, of a negative number', objectWithRule('not-less-than'), { A: -1, B: 3 }, unchanged({ A: -1, B: 3 })],
  [
    'max-entries',
    objectWithRule('max-entries', 1),
    { A: ['x'], B: ['x', 'y'] },
    '/B must have at most 1 entry (It is so)',
  ],
];

const responses: ReadCase[] = [
  ['a key in another case', object({ A: required(string) }), { a: 'x' }, '/A is required'],
  ['null', objectWith(string), { A: null }, '/A must not be null'],
  ['null that is allowed', objectWith(nullable(string)), { A: null }, unchanged({ A: null })],
  ['an empty enum value', objectWith(enumOf(['a'])), { A: '' }, '/A must be one of "a", not ""'],
  ['null in an array', arrayOf(string), [null], '/0 must be a string'],
  ['a fixed length', arrayOf(integer(), { min: 2, max: 2 }), [1], 'must have at least 2 entries'],
  ['a rule', objectWithRule('excludes'), { A: 1, B: 1 }, '/A cannot be set together with B (It is so)'],
];

function expectRead(
  mode: Mode,
): (name: string, schema: Schema, value: unknown, wanted: { value: unknown } | string) => void {
  return (_, schema, value, wanted) => {
    const before = JSON.stringify(value);
    const { value: got, problems } = read(schema, value, mode);
    if (typeof wanted === 'string') expect(problems.toString()).toBe(wanted);
    else {
      expect(problems.toString()).toBe('');
      expect(got).toEqual(wanted.value);
    }
    expect(JSON.stringify(value)).toBe(before);
  };
}

describe('requests', () => {
  it.each(requests)('%s', expectRead('request'));
});

describe('responses', () => {
  it.each(responses)('%s', expectRead('response'));
});

it('returns the same object if nothing had to change', () => {
  const value = { A: ['x'], B: { c: 1 } };
  expect(read(object({ A: optional(arrayOf(string)) }), value).value).toBe(value);
});

it('reads recursive schemas', () => {
  const tree: Schema = object({ Children: optional(arrayOf(ref(() => tree))), Name: required(string) });
  expect(read(tree, { Name: 'a', Children: [{ Name: 'b', Children: [{}] }] }).problems.toString()).toBe(
    '/Children/0/Children/0/Name is required',
  );
});

it('treats all keys as data', () => {
  const value: unknown = JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":null}}');
  const { value: got } = read(object({ A: optional(mapOf(integer())) }), value);
  expect(Object.keys(got as object)).toEqual(['__proto__', 'A']);
  expect((got as { A: object }).A).not.toBeNull();
  expect(Object.hasOwn((got as { A: object }).A, '__proto__')).toBe(true);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

it('reads a value independently of earlier ones', () => {
  const schema = (): Schema => object({ A: optional(string), B: optional(integer()), Ab: optional(boolean) });
  const entry = fc.tuple(
    fc.constantFrom('A', 'B', 'Ab', 'a', 'aB', 'x', '__proto__'),
    fc.constantFrom(null, '', 'a', 0, 1, false, true),
  );
  const values = fc.array(fc.array(entry).map((entries): unknown => Object.fromEntries(entries)));
  fc.assert(
    fc.property(values, (given) => {
      const sharedSchema = schema();
      for (const value of given) {
        const [got, alone] = [read(sharedSchema, value), read(schema(), value)];
        expect(got.value).toEqual(alone.value);
        expect(got.problems.toString()).toBe(alone.problems.toString());
      }
    }),
  );
});

it('only counts problems above the limit', () => {
  const { problems } = read(
    arrayOf(string),
    Array.from({ length: 10_000 }, () => 1),
  );
  expect(problems.count).toBe(10_000);
  expect(problems.toString()).toMatch(/; and 9800 more$/);
});

it('never throws', () => {
  const schema = object({
    A: required(arrayOf(mapOf(nullable(integer())))),
    B: optional(unionOf([string, object({ C: optional(enumOf(['x'])) })])),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json().map((json): unknown => JSON.parse(json)),
        fc.object({ key: fc.constantFrom('a', 'A', 'b', 'c', '__proto__') }),
      ),
      (value) => {
        for (const mode of ['request', 'response'] as const) read(schema, value, mode);
      },
    ),
  );
});

it('reads MAC addresses of 6, 8 and 20 bytes in the three notations, and no others', () => {
  const schema = objectWith(constrainedString({ format: 'mac' }));
  const isRead = (text: string): boolean => {
    const result = read(schema, { A: text }, 'request');
    return JSON.stringify(result).includes('MAC') === false;
  };
  const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 24 });
  const notations: readonly (readonly [separator: string, group: number])[] = [
    [':', 1],
    ['-', 1],
    ['.', 2],
  ];
  for (const length of [6, 8, 20]) {
    for (const [separator, group] of notations) {
      const text = notation(
        Array.from({ length }, () => 0xab),
        separator,
        group,
      );
      expect([text, isRead(text), isRead(text.replace('ab', 'xy'))]).toEqual([text, true, false]);
    }
  }
  fc.assert(
    fc.property(
      bytes,
      fc.constantFrom(...notations, ['', 1] as const, [' ', 1] as const),
      (value, [separator, group]) => {
        const isWritten = separator === ':' || separator === '-' || (separator === '.' && value.length % 2 === 0);
        return isRead(notation(value, separator, group)) === (isWritten && [6, 8, 20].includes(value.length));
      },
    ),
  );

  function notation(value: readonly number[], separator: string, group: number): string {
    const digits = value.map((byte) => byte.toString(16).padStart(2, '0'));
    const groups = Array.from({ length: Math.ceil(digits.length / group) }, (_, index) =>
      digits.slice(index * group, (index + 1) * group).join(''),
    );
    return groups.join(separator);
  }
});
