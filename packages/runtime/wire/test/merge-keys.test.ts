/** What is left of properties that are given more than once, as Go decodes them one after the other into one variable. */
import { expect, test } from 'vitest';
import {
  any,
  arrayOf,
  boolean,
  condition,
  enumOf,
  integer,
  intersectionOf,
  mapOf,
  nullable,
  number,
  object,
  optional,
  ref,
  required,
  string,
  unionOf,
  type Schema,
} from '../src/codegen.js';
import { mergeKeys, parseJson } from '../src/json/index.js';

const box: Schema = object({ x: optional(nullable(integer())), y: optional(nullable(string)) });
const scalars: Readonly<Record<string, Schema>> = {
  integer: integer(),
  number: number(),
  boolean,
  string,
  enum: enumOf(['a', 'b']),
  map: mapOf(string),
  object: object({}),
  array: arrayOf(string),
};
const schema = object({
  Box: optional(nullable(box)),
  Init: optional(nullable(box)),
  List: optional(nullable(arrayOf(box))),
  Pair: optional(nullable(arrayOf(box, { min: 2, max: 2 }))),
  Range: optional(nullable(arrayOf(box, { min: 1, max: 2 }))),
  Map: optional(nullable(mapOf(box))),
});

test.each([
  ['objects are merged', '"Box":{"x":1},"Box":{"y":"a"}', { Box: { x: 1, y: 'a' } }],
  ['names in another case are the same', '"Box":{"x":1},"bOX":{"Y":"a"}', { Box: { x: 1, y: 'a' } }],
  ['null leaves objects and scalars', '"Box":{"x":1},"Box":null,"Box":{"x":null}', { Box: { x: 1 } }],
  ['null empties what is held by a pointer', '"Init":{"x":1},"Init":null,"Init":{"y":"a"}', { Init: { y: 'a' } }],
  [
    'maps are merged, not their entries',
    '"Map":{"a":{"x":1},"b":{}},"Map":{"a":{"y":"a"}}',
    { Map: { a: { y: 'a' }, b: {} } },
  ],
  ['null empties maps', '"Map":{"a":{}},"Map":null,"Map":{"b":{}}', { Map: { b: {} } }],
  ['an array is decoded over the elements before', '"List":[{"x":1}],"List":[{"y":"a"}]', { List: [{ x: 1, y: 'a' }] }],
  [
    'elements after the end are visible again',
    '"List":[{"x":1},{"x":2}],"List":[{}],"List":[{},{"y":"a"}]',
    { List: [{ x: 1 }, { x: 2, y: 'a' }] },
  ],
  ['an empty array empties it', '"List":[{"x":1}],"List":[],"List":[{"y":"a"}]', { List: [{ y: 'a' }] }],
  ['null empties an array', '"List":[{"x":1}],"List":null,"List":[{"y":"a"}]', { List: [{ y: 'a' }] }],
  ['null leaves an array of fixed length', '"Pair":[{"x":1},{}],"Pair":null', { Pair: [{ x: 1 }, {}] }],
  [
    'elements after the end of an array of fixed length are gone',
    '"Pair":[{"x":1},{"x":2}],"Pair":[{}],"Pair":[{},{"y":"a"}]',
    { Pair: [{ x: 1 }, { y: 'a' }] },
  ],
  [
    'those of an array between two lengths are not',
    '"Range":[{"x":1},{"x":2}],"Range":[{}],"Range":[{},{"y":"a"}]',
    { Range: [{ x: 1 }, { x: 2, y: 'a' }] },
  ],
  ['a value of a wrong type stays', '"List":{},"List":[]', { List: {} }],
  ['so does it after a valid one', '"Box":{},"Box":3', { Box: 3 }],
])('%s', (_what, text, merged) => {
  expect(mergeKeys(schema, parseJson(`{${text}}`).value)).toEqual(merged);
});

// An engine rejects a body whose first value is of another type, whatever the last one is.
test.each(Object.keys(scalars))('of two values of a property, a wrong first one stays where it is a(n) %s', (kind) => {
  const values = { integer: 7, number: 1.5, boolean: true, string: 'c', enum: 'a', map: {}, object: {}, array: [] };
  const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
  const good = values[kind as keyof typeof values];
  for (const first of Object.values(values)) {
    const text = `{"a":${JSON.stringify(first)},"a":${JSON.stringify(good)}}`;
    const merged = mergeKeys(object({ a: required(scalars[kind] as Schema) }), parseJson(text).value);
    expect(merged).toEqual({ a: typeOf(first) === typeOf(good) ? good : first });
  }
});

test.each([
  ['a reference', ref(() => box)],
  ['a nullable reference', nullable(ref(() => box))],
])('objects of %s are merged', (_what, inner) => {
  const merged = mergeKeys(object({ a: optional(inner) }), parseJson('{"a":{"x":1},"a":{"Y":"b"}}').value);
  expect(merged).toEqual({ a: { x: 1, y: 'b' } });
});

test.each([
  ['any', any],
  ['a union', unionOf([box, string])],
  ['an intersection', intersectionOf([box])],
  ['a condition', condition(string, box)],
])('of values of %s, the last one counts', (_what, inner) => {
  const { value } = parseJson('{"a":{"x":1},"a":{"y":[{"b":1,"b":2}]}}');
  expect(mergeKeys(object({ a: optional(inner) }), value)).toEqual({ a: { y: [{ b: 2 }] } });
});
