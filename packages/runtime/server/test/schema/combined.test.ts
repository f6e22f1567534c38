/** Readers of unions, intersections, tuples, enums of any values, and values that must be absent. */
import { describe, expect, it } from 'vitest';
import {
  any,
  arrayOf,
  boolean,
  enumOf,
  constrainedString,
  integer,
  intersectionOf,
  mapOf,
  never,
  number,
  object,
  optional,
  required,
  string,
  unionOf,
  type Schema,
} from '@lading/runtime-wire';
import { read } from '../../src/schema/index.js';

const cat = object({ kind: required(enumOf(['cat'])), lives: optional(integer()) });
const dog = object({ kind: required(string), barks: required(boolean) });
const pet = unionOf([cat, dog], { property: 'kind', options: { cat: 0, dog: 1 } });
const petOrAny = unionOf([cat, dog, object({ name: required(string) })], {
  property: 'kind',
  options: { cat: 0, dog: 1 },
});
const either = intersectionOf([
  object({ a: optional(string), b: optional(integer()) }),
  unionOf([object({ a: required(any) }), object({ b: required(any) })]),
]);
const tuple = arrayOf(never, { prefix: [string, integer()], min: 1 });
const mixed = enumOf([1, 'a', true, { x: [1] }]);

/** A schema, a value, and the problems; none if the value is valid. */
const cases: readonly (readonly [name: string, schema: Schema, value: unknown, problems: string])[] = [
  ['the option that the discriminator chooses', pet, { kind: 'cat', lives: 9 }, ''],
  ['problems of the chosen option', pet, { kind: 'dog' }, '/barks is required'],
  [
    'another value of the discriminator',
    pet,
    { kind: 'wolf', barks: false },
    '/kind must be one of "cat", "dog", not "wolf"',
  ],
  ['no value of the discriminator', pet, { barks: false }, '/kind is required'],
  ['another value, of an option that no value chooses', petOrAny, { kind: 'wolf', name: 'A' }, ''],
  ['a value of a union that is no object', pet, 'cat', 'must be an object'],
  ['one of the required properties', either, { b: 1 }, ''],
  ['none of the required properties', either, {}, '/b is required'],
  ['a problem of one part', either, { a: 1 }, '/a must be a string'],
  [
    'a problem that both parts report',
    intersectionOf([cat, dog]),
    { kind: 1 },
    '/kind must be a string; /barks is required',
  ],
  ['a tuple', tuple, ['a', 1], ''],
  ['the first items of a tuple', tuple, ['a'], ''],
  ['an item of another type', tuple, [1], '/0 must be a string'],
  ['an item too many', tuple, ['a', 1, 2], '/2 must not be present'],
  ['a tuple with further items', arrayOf(integer(), { prefix: [string] }), ['a', 1, 2], ''],
  ['an object of an enum, its keys in any order', enumOf([{ a: 1, b: 2 }]), { b: 2, a: 1 }, ''],
  ['a boolean of an enum', mixed, true, ''],
  ['another value', mixed, { x: [2] }, 'must be one of 1, "a", true, {"x":[1]}, not {"x":[2]}'],
  ['another type', enumOf([1, true]), 'a', 'must be an integer or a boolean'],
  ['a property that must be absent', object({ old: optional(never) }), { old: 1 }, '/old must not be present'],
  ['an exclusive minimum', number({ exclusiveMinimum: 1 }), 1, 'must be more than 1'],
  ['an exclusive maximum', number({ exclusiveMaximum: 1 }), 1, 'must be less than 1'],
  ['a multiple', number({ multipleOf: 0.1 }), 0.3, ''],
  ['no multiple', integer({ multipleOf: 3 }), 4, 'must be a multiple of 3'],
];

const names = constrainedString({ pattern: '^[a-z]+$' });
const extensible = object({ a: optional(string) }, { patterns: [['^x-', integer()]], rest: boolean });
const closed = object({ a: optional(string) }, { patterns: [['^x-', any]], closed: true });

/** The same for constraints that standard servers check. */
const strictCases: readonly (readonly [name: string, schema: Schema, value: unknown, problems: string])[] = [
  ['null for an additional property', { ...object({}), rest: string }, { a: null }, '/a must be a string'],
  ['items that differ', arrayOf(any, { unique: true }), [1, '1', true, null, { a: 1 }, { a: 2 }, [], {}], ''],
  [
    'equal items',
    arrayOf(any, { unique: true }),
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    'must have no two equal entries',
  ],
  ['too few properties', mapOf(any, { minProperties: 1 }), {}, 'must have at least 1 property'],
  ['too many properties', object({}, { maxProperties: 1 }), { a: 1, b: 2 }, 'must have at most 1 property'],
  ['an invalid key', mapOf(any, { keys: names }), { a: 1, B: 2 }, '/B must match ^[a-z]+$'],
  ['a key of a pattern', mapOf(string, { patterns: [['^x-', integer()]] }), { a: 'a', 'x-b': 1 }, ''],
  ['a value of a pattern', mapOf(any, { patterns: [['^x-', integer()]] }), { 'x-b': '1' }, '/x-b must be an integer'],
  ['a value of no pattern', mapOf(string, { patterns: [['^x-', integer()]] }), { a: 1 }, '/a must be a string'],
  ['patterns beside properties', extensible, { a: 'a', b: true, 'x-c': 1 }, ''],
  ['values beside properties', extensible, { b: 1, 'x-c': true }, '/b must be a boolean; /x-c must be an integer'],
  ['a closed object', closed, { a: 'a', 'x-b': 1 }, ''],
  ['an unknown property', closed, { b: 1 }, '/b is not a property of this object'],
  ['an unknown pattern', object({}, { patterns: [['(a)\\1', integer()]], closed: true }), { b: 1 }, ''],
];

it.each(strictCases)('strict: %s', (_name, schema, value, problems) => {
  expect(read(schema, value, 'strict').problems.toString()).toBe(problems);
});

const labels = (...lengths: readonly number[]) => lengths.map((length) => 'a'.repeat(length)).join('.');

/** Each format, strings that it allows, and strings that it does not. */
const formats: readonly (readonly [format: string, name: string, fits: string, fails: string])[] = [
  ['date', 'a date (RFC 3339)', '2026-01-01 2026-12-31 2026-04-30 2028-02-29 2000-02-29', '2026-00-01 2026-13-01'],
  ['date', 'a date (RFC 3339)', '2026-10-31', '2026-01-00 2026-01-32 2026-02-29 2100-02-29 2026-1-01 2026-01-011'],
  ['date', 'a date (RFC 3339)', '2026-09-30', '2026-04-31 2026-06-31 2026-09-31 2026-11-31 12026-01-01'],
  ['date-time', 'a date and time (RFC 3339)', '2026-01-01T00:00:00Z', '2026-04-31T00:00:00Z 2026-01-01T24:00:00Z'],
  [
    'date-time',
    'a date and time (RFC 3339)',
    '2026-01-01t23:59:60.25-23:59',
    '2026-01-01T00:60:00Z 2026-01-01T00:00:61Z',
  ],
  ['date-time', 'a date and time (RFC 3339)', '2026-01-01T00:00:00z', '2026-01-01T00:00:00+24:00 2026-01-01T00:00:00'],
  [
    'time',
    'a time (RFC 3339)',
    '00:00:00 23:59:60.25Z 00:00:00+01:00',
    '24:00:00Z 00:60:00Z 00:00:61 0:00:00 00:00:00. 00:00:00+24:00 00:00:00-01:60',
  ],
  ['uuid', 'a UUID', '0123abcd-0123-abcd-EF01-0123456789ab', '123 0123abcd-0123-abcd-EF01-0123456789abc'],
  ['email', 'an email address', 'a@b a.b+c@d.e', 'a@b@c @b a@'],
  ['hostname', 'a host name', `a a-1.b ${labels(63)} ${labels(63, 63, 63, 62)}`, `-a a- a..b ${labels(64)}`],
  ['hostname', 'a host name', '1', labels(63, 63, 63, 63)],
  ['uri', 'a URI', 'a: http+x.1-2:y', '/a 1a:b :a'],
  ['ip-address', 'an IP address', '1.2.3.4 ::1', '1.2.3'],
  ['ipv4', 'an IPv4 address', '1.2.3.4', '::1 ::ffff:1.2.3.4 1.2.3'],
  ['ipv6', 'an IPv6 address', '::1 ::ffff:1.2.3.4 1::2:1.2.3.4', '1.2.3.4 ::1%eth0 ::ffff:1.2.3.04'],
  ['cidr', 'a network with the length of its prefix', '0.0.0.0/0 1.2.3.4/32 ::/128', '1.2.3.4/33 ::/129 1.2.3.4 x/8'],
  ['byte', 'base64', 'aGk= aG\r\nk= aGkh', 'a aGk a=== aG=k'],
];

it.each(formats)('strict: the format %s is %s', (format, name, fits, fails) => {
  const problemsOf = (text: string) => read(constrainedString({ format }), text, 'strict').problems.toString();
  expect(
    fits
      .split(' ')
      .map(problemsOf)
      .filter((problem) => problem !== ''),
  ).toEqual([]);
  expect(fails.split(' ').filter((text) => problemsOf(text) !== `must be ${name}`)).toEqual([]);
});

it('an IPv4 address mapped to IPv6 is an IPv4 address for engines', () => {
  const [mapped, other] = ['::ffff:1.2.3.4', '::ffff:1:2'];
  const fits = (format: string, text: string) => read(constrainedString({ format }), text).problems.toString() === '';
  expect([fits('ipv4', mapped), fits('ipv6', mapped)]).toEqual([true, false]);
  expect([fits('ipv4', other), fits('ipv6', other)]).toEqual([false, true]);
});

it.each([
  [enumOf(['a']), 'a'.repeat(39), `"${'a'.repeat(39)}… `],
  [enumOf(['a']), 'a'.repeat(38), `"${'a'.repeat(38)}" `],
  [mapOf(string), { ['k'.repeat(100)]: 1 }, `/${'k'.repeat(100)} `],
  [mapOf(string), { ['k'.repeat(101)]: 1 }, `/${'k'.repeat(100)}… `],
])('a problem shows no more of a long text than it may: %#', (schema: Schema, value, shown) => {
  expect(`${read(schema, value, 'strict').problems.toString()} `).toContain(shown);
});

const a = { a: optional(any) };
const [textA, numberA] = [object({ a: required(string) }), object({ a: required(integer()), b: optional(any) })];
const whole = { a: 'a', b: 1, 'x-c': 2, d: 3 };

/** A schema, a value, and the properties or items of the value that the schema does not evaluate. */
const evaluations: readonly (readonly [name: string, schema: Schema, value: object, unevaluated: readonly string[]])[] =
  [
    ['its properties', object(a), whole, ['b', 'x-c', 'd']],
    ['and those of patterns', object(a, { patterns: [['^x-', any]] }), whole, ['b', 'd']],
    ['and all, if others have a schema', object(a, { rest: any }), whole, []],
    ['and all, if there may be no others', object(a, { closed: true }), { a: 1 }, []],
    ['all values of a map', mapOf(string), { a: 'a' }, []],
    ['no values of any map', mapOf(any), whole, ['a', 'b', 'x-c', 'd']],
    ['those of patterns of any map', mapOf(any, { patterns: [['^x-', any]] }), whole, ['a', 'b', 'd']],
    ['those of patterns that cannot be tested', mapOf(any, { patterns: [['(a)\\1', any]] }), whole, []],
    ['those of a reference', { kind: 'ref', to: () => object(a) }, whole, ['b', 'x-c', 'd']],
    ['those of a nullable schema', { kind: 'nullable', of: object(a) }, whole, ['b', 'x-c', 'd']],
    ['those of the option that fits', unionOf([textA, numberA]), whole, ['b', 'x-c', 'd']],
    ['those of every option that fits', unionOf([textA, object({ b: optional(any) })]), whole, ['x-c', 'd']],
    ['those of the chosen option', pet, { kind: 'cat', lives: 1, barks: 1 }, ['barks']],
    ['those of all parts', intersectionOf([object(a), object({ b: optional(any) })]), whole, ['x-c', 'd']],
    ['all of a part that reads others', intersectionOf([object(a)], { unevaluatedProperties: any }), whole, []],
    ['those of if and then', { kind: 'condition', if: textA, then: object({ b: optional(any) }) }, whole, ['x-c', 'd']],
    ['those of else', { kind: 'condition', if: numberA, else: object({ d: optional(any) }) }, whole, ['a', 'b', 'x-c']],
    ['nothing of an object by a schema of arrays', { kind: 'condition', if: arrayOf(any) }, { a: 1 }, ['a']],
    ['items of a tuple', arrayOf(any, { prefix: [any, any] }), [1, 2, 3, 4], ['2', '3']],
    [
      'items that are contained',
      arrayOf(any, { prefix: [any], contains: { schema: string } }),
      [1, 2, 'c', 4],
      ['1', '3'],
    ],
    ['all items of a type', arrayOf(integer()), [1, 2], []],
    ['all of an array that reads others', intersectionOf([arrayOf(any)], { unevaluatedItems: any }), [1], []],
    ['nothing by other schemas', any, { a: 1 }, ['a']],
  ];

it.each(evaluations)('evaluates %s', (_name, schema, value, unevaluated) => {
  const parts = intersectionOf([schema], { unevaluatedProperties: never, unevaluatedItems: never });
  const found = read(parts, value, 'strict').problems.list.filter(({ pointer }) => pointer !== '');
  expect(found.map(({ pointer }) => pointer.slice(1))).toEqual(unevaluated);
});

it('allows unknown properties of responses', () => {
  expect(read(closed, { b: 1 }, 'response').problems.count).toBe(0);
});

const closedAs = (name: string) => object({ [name]: optional(integer()) }, { closed: true });
const notClosed: Schema = { kind: 'condition', if: closedAs('a'), then: never };

it.each<readonly [string, Schema, unknown, number]>([
  ['not a closed object', notClosed, { b: 1 }, 0],
  ['what is such a closed object', notClosed, { a: 1 }, 1],
  ['not a date', { kind: 'condition', if: constrainedString({ format: 'date' }), then: never }, 'today', 0],
  [
    'one of two closed objects',
    { kind: 'union', options: [closedAs('a'), closedAs('b')], exclusive: true },
    { a: 1 },
    0,
  ],
  ['several', { kind: 'union', options: [closedAs('a'), closedAs('a')], exclusive: true }, { a: 1 }, 1],
  [
    'an unknown property of two closed objects',
    { kind: 'union', options: [closedAs('a'), closedAs('b')], exclusive: true },
    { c: 1 },
    0,
  ],
  [
    'items of which one is a closed object',
    arrayOf(any, { contains: { schema: closedAs('a'), max: 1 } }),
    [{ a: 1 }, { b: 1 }],
    0,
  ],
])('tests whether a response is %s by all constraints', (_name, schema, value, count) => {
  expect(read(schema, value, 'response').problems.count).toBe(count);
});

describe.each(['request', 'response'] as const)('reading a %s', (mode) => {
  it.each(cases)('%s', (_name, schema, value, problems) => {
    expect(read(schema, value, mode).problems.toString()).toBe(problems);
  });
});
