/** Documents after one action: one case per rule of the Overlay Specification. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../document/index.js';
import { applyOverlay, parseOverlay } from '../index.js';

const read = (text: string): JsonObject => parse(text) as JsonObject;
const overlayOf = (actions: Json, version = '1.0.0') =>
  parseOverlay('o.yaml', { overlay: version, info: { title: 'a title', version: '1' }, actions });
const apply = (document: string, actions: string, version?: string) =>
  applyOverlay(read(document), overlayOf(parse(actions) as Json, version));

describe('one action', () => {
  test.each([
    [
      'merges objects, replaces primitives',
      '{a: {b: 1, c: {d: 2}}}',
      '[{target: $.a, update: {b: 3, c: {e: 4}}}]',
      '{a: {b: 3, c: {d: 2, e: 4}}}',
    ],
    ['concatenates arrays inside', '{a: {b: [1]}}', '[{target: $.a, update: {b: [1, 2]}}]', '{a: {b: [1, 1, 2]}}'],
    ['appends to an array', '{a: [1]}', '[{target: $.a, update: {x: 1}}]', '{a: [1, {x: 1}]}'],
    ['appends an array as one entry', '{a: [1]}', '[{target: $.a, update: [2]}]', '{a: [1, [2]]}'],
    ['replaces an object by a primitive', '{a: {b: {c: 1}}}', '[{target: $.a, update: {b: null}}]', '{a: {b: null}}'],
    ['replaces a primitive by an object', '{a: {b: null}}', '[{target: $.a, update: {b: {c: 1}}}]', '{a: {b: {c: 1}}}'],
    ['merges into the root', '{a: 1}', '[{target: $, update: {b: 2}}]', '{a: 1, b: 2}'],
    ['removes a key', '{a: {b: 1, c: 2}}', '[{target: $.a.b, remove: true}]', '{a: {c: 2}}'],
    [
      'removes entries together',
      '{a: [1, 2, 3, 4]}',
      '[{target: "$.a[?@ > 1 && @ < 4]", remove: true}]',
      '{a: [1, 4]}',
    ],
    ['removes a node and one inside it', '{a: {b: {b: 1}}, c: 1}', '[{target: $..b, remove: true}]', '{a: {}, c: 1}'],
    ['lets remove win over update', '{a: {b: 1}}', '[{target: $.a, update: {c: 1}, remove: true}]', '{}'],
    [
      'updates every node it selects',
      '{a: {x: {}, y: {}}}',
      '[{target: $.a.*, update: {z: 1}}]',
      '{a: {x: {z: 1}, y: {z: 1}}}',
    ],
    ['updates a node selected twice once', '{a: [[1]]}', '[{target: "$.a[0, 0]", update: 2}]', '{a: [[1, 2]]}'],
    ['does actions in order', '{a: [1]}', '[{target: $.a, remove: true}, {target: $, update: {a: [2]}}]', '{a: [2]}'],
    [
      'filters as the standard has it',
      '{p: [{name: x}, {name: y}]}',
      `[{target: "$.p[?@.name=='y']", update: {z: 1}}]`,
      '{p: [{name: x}, {name: y, z: 1}]}',
    ],
    [
      'filters in parentheses',
      '{p: [{name: x}, {name: y}]}',
      `[{target: "$.p[?(@.name=='y')]", update: {z: 1}}]`,
      '{p: [{name: x}, {name: y, z: 1}]}',
    ],
  ])('%s', (_, document, actions, wanted) => {
    const before = read(document);
    expect(apply(document, actions)).toEqual(read(wanted));
    expect(before).toEqual(read(document));
  });

  test.each([
    [
      'copies the node into an object',
      '{a: {x: 1}, b: {y: 2}}',
      '[{target: $.b, copy: $.a}]',
      '{a: {x: 1}, b: {y: 2, x: 1}}',
    ],
    ['appends the copy to an array', '{a: {x: 1}, b: []}', '[{target: $.b, copy: $.a}]', '{a: {x: 1}, b: [{x: 1}]}'],
    ['replaces a primitive by a primitive', '{a: {x: 1}}', '[{target: $.a.x, update: 2}]', '{a: {x: 2}}'],
  ])('Overlay 1.1 %s', (_, document, actions, wanted) => {
    expect(apply(document, actions, '1.1.0')).toEqual(read(wanted));
  });
});

describe('names', () => {
  const name = `it's a "name" \\ of $.many [0] \n \u0001 things 😀`;
  test.each([
    ['single quotes', `$['it\\'s a "name" \\\\ of $.many [0] \\n \\u0001 things 😀']`],
    ['double quotes', `$["it's a \\"name\\" \\\\ of $.many [0] \\n \\u0001 things \\ud83d\\ude00"]`],
    ['a query', `$['it\\'s a "name" \\\\ of $.many [0] \\n \\u0001 things 😀'][?(@.b)]`],
  ])('are read from %s', (_, target) => {
    const given = { [name]: { a: { b: 1 } } };
    expect(applyOverlay(given, overlayOf([{ target, remove: true }]))).toEqual(
      target.includes('?') ? { [name]: {} } : {},
    );
  });

  test('of prototypes are plain data', () => {
    const update = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
    ) as JsonObject;
    const applied = applyOverlay(
      { a: {} },
      overlayOf([
        { target: '$.a', update },
        { target: '$.a', update: { b: 1 } },
      ]),
    );
    expect(JSON.stringify(applied)).toBe(
      '{"a":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"b":1}}',
    );
    expect(Object.getPrototypeOf(applied['a'])).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
    const inside = [
      { target: '$.a.__proto__', update: { c: 1 } },
      { target: '$.a.__proto__.polluted', remove: true },
    ];
    expect(JSON.stringify(applyOverlay(applied, overlayOf(inside)))).toContain('"__proto__":{"c":1}');
  });
});

test('parts that no action touches are shared, not copied', () => {
  const document = { a: { x: {} }, b: { y: {} } };
  const applied = applyOverlay(document, overlayOf([{ target: '$.a', update: { z: 1 } }]));
  expect(applied['b']).toBe(document.b);
});

test('a document of the greatest depth that is read is searched to the bottom', () => {
  let deep: JsonObject = { last: { x: 1 } };
  for (let level = 0; level < 490; level += 1) deep = { in: deep };
  const applied = applyOverlay(deep, overlayOf([{ target: '$..last', update: { x: 2 } }]));
  expect(JSON.stringify(applied)).toContain('{"last":{"x":2}}');
});
