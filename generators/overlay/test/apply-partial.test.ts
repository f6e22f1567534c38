/** Given a document and an overlay that was written for another one: what of it reaches, and what is told. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../document/index.js';
import { applyPartial, applyOverlay, parseOverlay } from '../index.js';

const read = (text: string): JsonObject => parse(text) as JsonObject;
const overlayOf = (actions: string) =>
  parseOverlay('o.yaml', { overlay: '1.1.0', info: { title: 't', version: '1' }, actions: parse(actions) as Json });
const reach = (document: string, actions: string) => applyPartial(read(document), overlayOf(actions));

describe('what of an overlay reaches', () => {
  test.each([
    ['all of it', '{a: {}}', '[{target: $.a, update: {b: 1}}]', '{a: {b: 1}}', []],
    [
      'what has its target, and what follows',
      '{a: {}}',
      '[{target: $.b, update: {c: 1}}, {target: $.a, update: {c: 1}}]',
      '{a: {c: 1}}',
      [['$.b', 'moved']],
    ],
    ['nothing that is so already', '{a: {b: 1}}', '[{target: $.a, update: {b: 1}}]', '{a: {b: 1}}', [['$.a', 'gone']]],
    [
      'remarks on members that are there',
      '{T: {properties: {A: {type: string}}}}',
      '[{target: $.T, update: {properties: {A: {x-nullable: true}, B: {x-nullable: true}}}}]',
      '{T: {properties: {A: {type: string, x-nullable: true}}}}',
      [['$.T.properties.B', 'moved']],
    ],
    [
      'remarks on members of members that are there',
      '{T: {properties: {}}}',
      '[{target: $.T.properties, update: {B: {required: [C], properties: {C: {format: byte}}}}}]',
      '{T: {properties: {}}}',
      [['$.T.properties.B', 'moved']],
    ],
    [
      'members that it brings',
      '{T: {properties: {}}}',
      '[{target: $.T, update: {required: [B, C], properties: {B: {type: string}, C: {properties: {D: {type: string}}}}}}]',
      '{T: {required: [B, C], properties: {B: {type: string}, C: {properties: {D: {type: string}}}}}}',
      [],
    ],
    [
      'the names of members that are there',
      '{T: {properties: {A: {}}}}',
      '[{target: $.T, update: {required: [A, B]}}]',
      '{T: {properties: {A: {}}, required: [A]}}',
      [],
    ],
    [
      'all names where a record is composed',
      '{T: {allOf: [{$ref: x}], properties: {}}}',
      '[{target: $.T, update: {required: [B]}}]',
      '{T: {allOf: [{$ref: x}], properties: {}, required: [B]}}',
      [],
    ],
    [
      'no place for a copy of nothing',
      '{d: {A: {type: string}}}',
      '[{target: $.d, update: {AInput: {}, BInput: {}}}, {target: $.d.AInput, copy: $.d.A}, {target: $.d.BInput, copy: $.d.B}]',
      '{d: {A: {type: string}, AInput: {type: string}}}',
      [['$.d.BInput', 'moved']],
    ],
  ])('%s', (_, document, actions, wanted, told) => {
    const { root, actions: reached, missed } = reach(document, actions);
    expect(root).toEqual(read(wanted));
    expect(missed.map(({ target, kind }) => [target, kind])).toEqual(told);
    // What is left is an overlay for this very document.
    expect(applyOverlay(read(document), { ...overlayOf('[]'), actions: reached })).toEqual(root);
  });
});
