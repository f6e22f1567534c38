/** Applies overlays to documents that they were not written for: the actions with an effect, and the unmatched targets. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../document/index.js';
import { applyPartial, applyOverlay, parseOverlay } from '../index.js';

const read = (text: string): JsonObject => parse(text) as JsonObject;
const overlayOf = (actions: string) =>
  parseOverlay('o.yaml', { overlay: '1.1.0', info: { title: 't', version: '1' }, actions: parse(actions) as Json });
const reach = (document: string, actions: string) => applyPartial(read(document), overlayOf(actions));

describe('the actions with an effect', () => {
  test.each([
    ['all of it', '{a: {}}', '[{target: $.a, update: {b: 1}}]', '{a: {b: 1}}', []],
    [
      'an action after one without a target',
      '{a: {}}',
      '[{target: $.b, update: {c: 1}}, {target: $.a, update: {c: 1}}]',
      '{a: {c: 1}}',
      [['$.b', 'absent']],
    ],
    [
      'none for a value that is equal already',
      '{a: {b: 1}}',
      '[{target: $.a, update: {b: 1}}]',
      '{a: {b: 1}}',
      [['$.a', 'satisfied']],
    ],
    [
      'annotations of existing properties',
      '{T: {properties: {A: {type: string}}}}',
      '[{target: $.T, update: {properties: {A: {x-nullable: true}, B: {x-nullable: true}}}}]',
      '{T: {properties: {A: {type: string, x-nullable: true}}}}',
      [['$.T.properties.B', 'absent']],
    ],
    [
      'annotations of properties of existing properties',
      '{T: {properties: {}}}',
      '[{target: $.T.properties, update: {B: {required: [C], properties: {C: {format: byte}}}}}]',
      '{T: {properties: {}}}',
      [['$.T.properties.B', 'absent']],
    ],
    [
      'new properties',
      '{T: {properties: {}}}',
      '[{target: $.T, update: {required: [B, C], properties: {B: {type: string}, C: {properties: {D: {type: string}}}}}}]',
      '{T: {required: [B, C], properties: {B: {type: string}, C: {properties: {D: {type: string}}}}}}',
      [],
    ],
    [
      'the names of existing properties',
      '{T: {properties: {A: {}}}}',
      '[{target: $.T, update: {required: [A, B]}}]',
      '{T: {properties: {A: {}}, required: [A]}}',
      [],
    ],
    [
      'all names if the schema has allOf',
      '{T: {allOf: [{$ref: x}], properties: {}}}',
      '[{target: $.T, update: {required: [B]}}]',
      '{T: {allOf: [{$ref: x}], properties: {}, required: [B]}}',
      [],
    ],
    [
      'no empty object for a copy of an absent node',
      '{d: {A: {type: string}}}',
      '[{target: $.d, update: {AInput: {}, BInput: {}}}, {target: $.d.AInput, copy: $.d.A}, {target: $.d.BInput, copy: $.d.B}]',
      '{d: {A: {type: string}, AInput: {type: string}}}',
      [['$.d.BInput', 'absent']],
    ],
  ])('%s', (_, document, actions, wanted, unmatched) => {
    const { root, actions: reached, missed } = reach(document, actions);
    expect(root).toEqual(read(wanted));
    expect(missed.map(({ target, kind }) => [target, kind])).toEqual(unmatched);
    // The remaining actions are an overlay for this document.
    expect(applyOverlay(read(document), { ...overlayOf('[]'), actions: reached })).toEqual(root);
  });
});
