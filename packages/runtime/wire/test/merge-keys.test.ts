/** What is left of properties that are given more than once, as Go decodes them one after the other into one variable. */
import { expect, test } from 'vitest';
import { arrayOf, integer, mapOf, nullable, object, optional, string, type Schema } from '../src/codegen.js';
import { mergeKeys, parseJson } from '../src/json/index.js';

const box: Schema = object({ x: optional(nullable(integer())), y: optional(nullable(string)) });
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
