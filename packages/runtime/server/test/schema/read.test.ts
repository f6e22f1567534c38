/** Shapes as readers: what passes, what becomes of it, and what is said of the rest. */
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

const says = { says: 'It is so.' };
const one = (schema: Schema): Schema => object({ A: optional(schema) });
const pair = (kind: Parameters<typeof rule>[0], value?: string | number | boolean, fields = ['A', 'B']): Schema =>
  object(
    { A: optional(any), B: optional(any), C: optional(object({ D: optional(any) })), R: optional(object({})) },
    { rules: [rule(kind, fields, { ...(value !== undefined && { value }), ...says })] },
  );
const hour = rule('zero-or-minimum', [], { value: 10, ...says });

/** Shape, value, and either what becomes of it or the problems. */
type Row = [name: string, schema: Schema, value: unknown, wanted: { value: unknown } | string];
const same = (value: unknown): { value: unknown } => ({ value });

const requests: Row[] = [
  ['a text', one(string), { A: 'x' }, same({ A: 'x' })],
  ['no text', one(string), { A: 1 }, '/A must be a text'],
  ['a pattern', one(constrainedString({ pattern: '^a+$' })), { A: 'aa' }, same({ A: 'aa' })],
  ['not of the pattern', one(constrainedString({ pattern: '^a+$' })), { A: 'b' }, '/A must match ^a+$'],
  ['too short', one(constrainedString({ minLength: 1 })), { A: '' }, '/A must have at least 1 character'],
  ['too long', one(constrainedString({ maxLength: 2 })), { A: 'abc' }, '/A must have at most 2 characters'],
  [
    'a moment',
    one(constrainedString({ format: 'date-time' })),
    { A: '2024-02-29T12:00:00.5+01:00' },
    same({ A: '2024-02-29T12:00:00.5+01:00' }),
  ],
  [
    'no moment',
    one(constrainedString({ format: 'date-time' })),
    { A: 'yesterday' },
    '/A must be a date and time (RFC 3339)',
  ],
  ['a moment not set', one(constrainedString({ format: 'date-time' })), { A: '' }, same({ A: '' })],
  ['a network', one(constrainedString({ format: 'cidr' })), { A: 'fd00::/8' }, same({ A: 'fd00::/8' })],
  [
    'no network',
    one(constrainedString({ format: 'cidr' })),
    { A: '10.0.0.0/33' },
    '/A must be a network with the length of its prefix',
  ],
  ['no address', one(constrainedString({ format: 'ip-address' })), { A: '1.2.3' }, '/A must be an IP address'],
  ['base64', one(constrainedString({ format: 'byte' })), { A: 'aGk=\n' }, same({ A: 'aGk=\n' })],
  ['no base64', one(constrainedString({ format: 'byte' })), { A: 'a' }, '/A must be base64'],
  ['a format that is not checked', one(constrainedString({ format: 'uri' })), { A: '::' }, same({ A: '::' })],
  ['an integer', one(integer()), { A: -1 }, same({ A: -1 })],
  ['a fraction', one(integer()), { A: 1.5 }, '/A must be an integer'],
  ['an integer as text', one(integer()), { A: '1' }, '/A must be an integer'],
  ['the largest integer', one(integer({ format: 'int64' })), { A: 2 ** 63 }, same({ A: 2 ** 63 })],
  ['more than a port', one(integer({ format: 'uint16' })), { A: 65_536 }, '/A must be at most 65535'],
  ['less than nothing', one(integer({ format: 'uint64' })), { A: -1 }, '/A must be at least 0'],
  ['below the minimum', one(integer({ minimum: 5 })), { A: 4 }, '/A must be at least 5'],
  ['zero below the minimum', one(integer({ minimum: 5 })), { A: 0 }, '/A must be at least 5'],
  ['a sentinel', one(integer({ minimum: 5, sentinels: [-1] })), { A: -1 }, same({ A: -1 })],
  ['a number', one(number()), { A: 0.5 }, same({ A: 0.5 })],
  ['no boolean', one(boolean), { A: 'true' }, '/A must be a boolean'],
  ['zero', one(integer({ rules: [hour] })), { A: 0 }, same({ A: 0 })],
  ['the least', one(integer({ rules: [hour] })), { A: 10 }, same({ A: 10 })],
  ['less', one(integer({ rules: [hour] })), { A: 9 }, '/A must be 0 or at least 10 (It is so)'],
  [
    'out of range',
    one(integer({ rules: [rule('zero-or-range', [], { value: '5-7', ...says })] })),
    { A: 8 },
    '/A must be 0 or from 5 to 7 (It is so)',
  ],
  [
    'negative',
    one(integer({ rules: [rule('positive-minimum', [], { value: 5, ...says })] })),
    { A: -9 },
    same({ A: -9 }),
  ],
  [
    'positive and too small',
    one(integer({ rules: [rule('positive-minimum', [], { value: 5, ...says })] })),
    { A: 4 },
    '/A must be at least 5 where it is positive (It is so)',
  ],
  ['a choice', one(enumOf(['a', 'b'])), { A: 'b' }, same({ A: 'b' })],
  ['no choice', one(enumOf(['a', 'b'])), { A: 'c' }, '/A must be one of "a", "b", not "c"'],
  ['a choice not made', one(enumOf(['a', 'b'])), { A: '' }, same({})],
  ['an empty choice', one(enumOf(['a', ''])), { A: '' }, same({ A: '' })],
  ['a choice that must be made', object({ A: required(enumOf(['a'])) }), { A: '' }, '/A must be one of "a", not ""'],
  ['an open choice', one(enumOf(['a'], { open: true })), { A: 'new' }, same({ A: 'new' })],
  ['an open choice of another type', one(enumOf(['a'], { open: true })), { A: 1 }, '/A must be a text'],
  ['a list', arrayOf(string), ['a', 'b'], same(['a', 'b'])],
  ['a list with null', arrayOf(string), ['a', null], same(['a', ''])],
  ['no list', arrayOf(string), { 0: 'a' }, 'must be a list'],
  ['too few', arrayOf(string, { min: 2 }), ['a'], 'must have at least 2 entries'],
  ['a fixed length, too few', arrayOf(integer(), { min: 2, max: 2 }), [1], same([1, 0])],
  ['a fixed length, too many', arrayOf(integer(), { min: 2, max: 2 }), [1, 2, 3], same([1, 2])],
  ['too many', arrayOf(string, { max: 1 }), ['a', 'b'], 'must have at most 1 entry'],
  ['a wrong entry', arrayOf(integer()), [1, 'b', 2.5], '/1 must be an integer; /2 must be an integer'],
  ['a map', mapOf(integer()), { 'a/b~c': 1 }, same({ 'a/b~c': 1 })],
  ['a wrong member', mapOf(integer()), { 'a/b~c': 'x' }, '/a~1b~0c must be an integer'],
  ['a map with null', mapOf(object({})), { '80/tcp': null }, same({ '80/tcp': {} })],
  ['no object', one(string), [], 'must be an object'],
  ['a key in another case', one(string), { a: 'x' }, same({ A: 'x' })],
  ['of two keys the last', one(string), { A: 'x', a: 'y' }, same({ A: 'y' })],
  ['of two keys the last, as the contract has it', one(string), { a: 'x', A: 'y' }, same({ A: 'y' })],
  ['of two keys the one that is set', one(string), { a: 'x', A: null }, same({ A: 'x' })],
  ['an unknown key', one(string), { B: { c: null } }, same({ B: { c: null } })],
  ['null for not set', one(string), { A: null }, same({})],
  ['null where it is a value', one(nullable(string)), { A: null }, same({ A: null })],
  ['null where something must be', object({ A: required(string) }), { A: null }, '/A is required'],
  ['nothing where something must be', object({ A: required(string) }), {}, '/A is required'],
  ['a problem under the name of the contract', one(string), { a: 1 }, '/A must be a text'],
  ['the first that fits', one(unionOf([arrayOf(string), string])), { A: 'x' }, same({ A: 'x' })],
  ['what comes closest', one(unionOf([string, arrayOf(string)])), { A: [1] }, '/A/0 must be a text'],
  ['members of unknown keys', object({}, { rest: string }), { x: 1 }, '/x must be a text'],
  ['only-when', pair('only-when', '|no'), { A: true }, same({ A: true })],
  ['only-when, else', pair('only-when', '|no'), { A: true, B: 'yes' }, '/A cannot be set with this B (It is so)'],
  ['only-when false', pair('only-when', false), { A: true }, '/A cannot be set with this B (It is so)'],
  [
    'not-when',
    pair('not-when', 'host|container:*'),
    { A: ['x'], B: 'container:y' },
    '/A cannot be set with this B (It is so)',
  ],
  ['not-when, else', pair('not-when', 'host|container:*'), { A: ['x'], B: 'hosts' }, same({ A: ['x'], B: 'hosts' })],
  ['not-when not set', pair('not-when', 'host'), { A: [], B: 'host' }, same({ A: [], B: 'host' })],
  [
    'not-when beside an object that calls itself something',
    object(
      { A: optional(any), B: optional(any) },
      { rules: [rule('not-when', ['A', 'B'], { value: 'x', says: 'No.' })] },
    ),
    { A: 1, B: { toString: 'x' } },
    same({ A: 1, B: { toString: 'x' } }),
  ],
  ['needs-when', pair('needs-when', 'bind'), { B: 'bind' }, '/A is required with this B (It is so)'],
  ['needs-when nothing is given', pair('needs-when', '|x'), {}, '/A is required with this B (It is so)'],
  ['requires', pair('requires'), { A: true, B: false }, '/A cannot be set without B (It is so)'],
  ['excludes', pair('excludes'), { A: 1, B: 1 }, '/A cannot be set together with B (It is so)'],
  ['excludes zero', pair('excludes'), { A: 1, B: 0 }, same({ A: 1, B: 0 })],
  [
    'excludes deeper',
    pair('excludes', undefined, ['C.D', 'A']),
    { A: 1, C: { D: 'x' } },
    '/C/D cannot be set together with A (It is so)',
  ],
  [
    'an empty record is set',
    pair('excludes', undefined, ['R', 'A']),
    { A: 1, R: {} },
    '/R cannot be set together with A (It is so)',
  ],
  ['at-least-one-of', pair('at-least-one-of'), { A: '' }, '/A is required, or another of A, B (It is so)'],
  ['at-least-one-of one', pair('at-least-one-of', undefined, ['A']), {}, '/A is required (It is so)'],
  ['at-most-one-of', pair('at-most-one-of'), { A: 1, B: 1 }, '/A cannot stand beside others of A, B (It is so)'],
  ['exactly-one-of', pair('exactly-one-of'), {}, '/A must be given, or just one of A, B (It is so)'],
  ['greater-than', pair('greater-than'), { A: 3, B: 3 }, '/A must be greater than B (It is so)'],
  ['not-less-than', pair('not-less-than'), { A: 3, B: 3 }, same({ A: 3, B: 3 })],
  ['less than', pair('not-less-than'), { A: 2, B: 3 }, '/A must not be less than B (It is so)'],
  ['less than, but without bounds', pair('not-less-than'), { A: -1, B: 3 }, same({ A: -1, B: 3 })],
  ['max-entries', pair('max-entries', 1), { A: ['x'], B: ['x', 'y'] }, '/B must have at most 1 entry (It is so)'],
];

const responses: Row[] = [
  ['a key in another case', object({ A: required(string) }), { a: 'x' }, '/A is required'],
  ['null', one(string), { A: null }, '/A must not be null'],
  ['null where it is a value', one(nullable(string)), { A: null }, same({ A: null })],
  ['an empty choice', one(enumOf(['a'])), { A: '' }, '/A must be one of "a", not ""'],
  ['null in a list', arrayOf(string), [null], '/0 must be a text'],
  ['a fixed length', arrayOf(integer(), { min: 2, max: 2 }), [1], 'must have at least 2 entries'],
  ['a rule', pair('excludes'), { A: 1, B: 1 }, '/A cannot be set together with B (It is so)'],
];

function judge(
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
  it.each(requests)('%s', judge('request'));
});

describe('responses', () => {
  it.each(responses)('%s', judge('response'));
});

it('gives the very value where nothing had to change', () => {
  const value = { A: ['x'], B: { c: 1 } };
  expect(read(object({ A: optional(arrayOf(string)) }), value).value).toBe(value);
});

it('reads shapes that hold themselves', () => {
  const tree: Schema = object({ Children: optional(arrayOf(ref(() => tree))), Name: required(string) });
  expect(read(tree, { Name: 'a', Children: [{ Name: 'b', Children: [{}] }] }).problems.toString()).toBe(
    '/Children/0/Children/0/Name is required',
  );
});

it('takes keys for data, whatever they are called', () => {
  const value: unknown = JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":null}}');
  const { value: got } = read(object({ A: optional(mapOf(integer())) }), value);
  expect(Object.keys(got as object)).toEqual(['__proto__', 'A']);
  expect((got as { A: object }).A).not.toBeNull();
  expect(Object.hasOwn((got as { A: object }).A, '__proto__')).toBe(true);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

it('reads a value as if no other had come before', () => {
  const schema = (): Schema => object({ A: optional(string), B: optional(integer()), Ab: optional(boolean) });
  const entry = fc.tuple(
    fc.constantFrom('A', 'B', 'Ab', 'a', 'aB', 'x', '__proto__'),
    fc.constantFrom(null, '', 'a', 0, 1, false, true),
  );
  const values = fc.array(fc.array(entry).map((entries): unknown => Object.fromEntries(entries)));
  fc.assert(
    fc.property(values, (given) => {
      const same = schema();
      for (const value of given) {
        const [got, alone] = [read(same, value), read(schema(), value)];
        expect(got.value).toEqual(alone.value);
        expect(got.problems.toString()).toBe(alone.problems.toString());
      }
    }),
  );
});

it('tells of very many mistakes only how many', () => {
  const { problems } = read(
    arrayOf(string),
    Array.from({ length: 10_000 }, () => 1),
  );
  expect(problems.count).toBe(10_000);
  expect(problems.toString()).toMatch(/; and 9800 more$/);
});

it('never throws, whatever comes', () => {
  const schema = object({
    A: required(arrayOf(mapOf(nullable(integer())))),
    B: optional(unionOf([string, object({ C: optional(enumOf(['x'])) })])),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json().map((constrainedString): unknown => JSON.parse(constrainedString)),
        fc.object({ key: fc.constantFrom('a', 'A', 'b', 'c', '__proto__') }),
      ),
      (value) => {
        for (const mode of ['request', 'response'] as const) read(schema, value, mode);
      },
    ),
  );
});
