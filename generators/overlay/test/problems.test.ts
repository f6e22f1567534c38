/** The exact error messages for invalid overlays. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { applyOverlay, parseOverlay, resolveTimeline } from '../index.js';

const document = { info: { title: 'a title', tags: ['x'] }, paths: { '/a': {}, '/b': {} } };
const HEAD = 'overlay: 1.0.0, info: {title: a title, version: "1"}';

describe('an invalid overlay', () => {
  test.each([
    ['[]', 'OVERLAY_STRUCTURE: an overlay must be an object (o.yaml#). Start the file with overlay: 1.0.0.'],
    ['{}', 'OVERLAY_STRUCTURE: overlay is missing (o.yaml#). Write overlay as a string.'],
    ['{overlay: 1.0}', 'OVERLAY_STRUCTURE: overlay must be a string (o.yaml#/overlay). Put it in quotes.'],
    [
      '{overlay: 2.0.0}',
      'DOCUMENT_VERSION: Overlay 2.0.0 is not supported (o.yaml#/overlay). Write the overlay as 1.0.0 or 1.1.0.',
    ],
    [
      '{overlay: 1.0.0, actions: []}',
      'OVERLAY_STRUCTURE: info must be an object (o.yaml#/info). Give it a title and a version.',
    ],
    [
      '{overlay: 1.0.0, info: {title: a}, actions: []}',
      'OVERLAY_STRUCTURE: version is missing (o.yaml#/info). Write version as a string.',
    ],
    [`{${HEAD}}`, 'OVERLAY_STRUCTURE: actions must be an array (o.yaml#/actions). Write one item for each change.'],
    [
      `{${HEAD}, action: [], actions: []}`,
      'OVERLAY_STRUCTURE: "action" is not a valid property here (o.yaml#). Use overlay, info, extends, actions, or a property that starts with x-.',
    ],
    [
      `{${HEAD}, actions: [], x-lading-conversion-rules: []}`,
      'OVERLAY_STRUCTURE: "x-lading-conversion-rules" is not a valid property here (o.yaml#). Write it in the action that makes the difference.',
    ],
    [
      `{${HEAD}, actions: [{target: $.a, update: {}, x-lading-conversion-rule: []}]}`,
      'OVERLAY_STRUCTURE: "x-lading-conversion-rule" is not a valid property here (o.yaml#/actions/0). Use x-lading-difference or x-lading-conversion-rules.',
    ],
    [
      `{${HEAD}, actions: [1]}`,
      'OVERLAY_STRUCTURE: an action must be an object (o.yaml#/actions/0). Give it a target, and update or remove.',
    ],
    [
      `{${HEAD}, actions: [{update: 1}]}`,
      'OVERLAY_STRUCTURE: target is missing (o.yaml#/actions/0). Write target as a string.',
    ],
    [
      `{${HEAD}, actions: [{target: 1, update: 1}]}`,
      'OVERLAY_STRUCTURE: target must be a string (o.yaml#/actions/0/target). Put it in quotes.',
    ],
    [
      `{${HEAD}, actions: [{target: $.a}]}`,
      'OVERLAY_STRUCTURE: an action neither updates nor removes (o.yaml#/actions/0). Write update, or remove: true.',
    ],
    [
      `{${HEAD}, actions: [{target: $.a, remove: "yes"}]}`,
      'OVERLAY_STRUCTURE: remove must be true or false (o.yaml#/actions/0/remove). Write remove: true.',
    ],
    [
      `{${HEAD}, actions: [{target: $.a, copy: $.b}]}`,
      'OVERLAY_STRUCTURE: "copy" is not a valid property here (o.yaml#/actions/0). Use target, description, update, remove, or a property that starts with x-.',
    ],
    [
      '{overlay: 1.1.0, info: {title: a, version: b}, actions: [{target: $.a, copy: $.b, update: 1}]}',
      'OVERLAY_STRUCTURE: an action has both update and copy (o.yaml#/actions/0). Write two actions.',
    ],
  ])('%s', (content, message) => {
    expect(messageOf(() => parseOverlay('o.yaml', parse(content) as Json))).toBe(message);
  });
});

describe('an action without effect', () => {
  test.each([
    [
      '{target: $.nowhere, remove: true}',
      'OVERLAY_NO_MATCH: $.nowhere matches nothing (o.yaml#/actions/1). Correct the target, or remove the action.',
    ],
    [
      '{target: $.toString, remove: true}',
      'OVERLAY_NO_MATCH: $.toString matches nothing (o.yaml#/actions/1). Correct the target, or remove the action.',
    ],
    [
      '{target: "$.info.tags[?@ == \'y\']", remove: true}',
      "OVERLAY_NO_MATCH: $.info.tags[?@ == 'y'] matches nothing (o.yaml#/actions/1). Correct the target, or remove the action.",
    ],
    [
      '{target: $.info, update: {title: a title}}',
      'OVERLAY_NO_CHANGE: $.info already has the value of the action (o.yaml#/actions/1). Remove the action, or correct it.',
    ],
    [
      '{target: $.info, update: {tags: []}}',
      'OVERLAY_NO_CHANGE: $.info already has the value of the action (o.yaml#/actions/1). Remove the action, or correct it.',
    ],
    [
      '{target: $.paths.*, update: {}}',
      'OVERLAY_NO_CHANGE: $.paths.* already has the value of the action (o.yaml#/actions/1). Remove the action, or correct it.',
    ],
    [
      '{target: $.info.title, update: b}',
      'OVERLAY_TARGET: $.info.title is neither an object nor an array (o.yaml#/actions/1). Target the object that contains it, and update that key.',
    ],
    [
      '{target: $.info, update: b}',
      'OVERLAY_TARGET: $.info is an object, and the update is not (o.yaml#/actions/1). Write the update as an object.',
    ],
    [
      '{target: $, remove: true}',
      'OVERLAY_TARGET: $ removes the whole document (o.yaml#/actions/1). Target a part of the document.',
    ],
    [
      '{target: info, remove: true}',
      'OVERLAY_TARGET: info is not a JSONPath: Expected "$" but "i" found (o.yaml#/actions/1/target). Write a path of RFC 9535 that starts with $ and has names with a hyphen in brackets, such as $.paths[\'/info\'][\'x-id\'].',
    ],
    [
      '{target: $.info, copy: $.nowhere}',
      'OVERLAY_NO_MATCH: $.nowhere matches nothing (o.yaml#/actions/1/copy). Select the node to copy.',
    ],
    [
      '{target: $.info, copy: $.paths.*}',
      'OVERLAY_TARGET: $.paths.* selects 2 nodes (o.yaml#/actions/1/copy). Select only the node to copy.',
    ],
  ])('%s', (action, message) => {
    const overlay = action.includes('copy') ? '1.1.0' : '1.0.0';
    const content = parse(
      `{overlay: ${overlay}, info: {title: a, version: b}, actions: [{target: $, update: {z: 1}}, ${action}]}`,
    );
    expect(messageOf(() => applyOverlay(document, parseOverlay('o.yaml', content as Json)))).toBe(message);
  });
});

describe('a timeline', () => {
  const link = (version: string, base: string) => ({ version, extends: base, file: `v${version}.yaml` });

  test('starts with the base version, and every version follows the one that it extends', () => {
    const overlays = [link('1.41', '1.42'), link('1.45', '1.44'), link('1.42', '1.44'), link('1.40', '1.41')];
    expect(resolveTimeline('1.44', overlays)).toEqual(['1.44', '1.45', '1.42', '1.41', '1.40']);
  });

  test.each([
    [
      [link('1.41', '1.43')],
      'OVERLAY_EXTENDS: version 1.41 extends 1.43, which does not exist (v1.41.yaml#/extends). Extend one of 1.44.',
    ],
    [
      [link('1.41', '1.42'), link('1.42', '1.43'), link('1.43', '1.42')],
      'OVERLAY_LOOP: versions extend each other in a cycle: 1.42 → 1.43 → 1.42 (v1.42.yaml#/extends, v1.43.yaml#/extends). Let one of them extend the base version, or a version that derives from it.',
    ],
    [
      [link('1.41', '1.41')],
      'OVERLAY_LOOP: versions extend each other in a cycle: 1.41 → 1.41 (v1.41.yaml#/extends). Let one of them extend the base version, or a version that derives from it.',
    ],
    [
      [link('1.44', '1.44')],
      'VERSION_DUPLICATE: version 1.44 is defined twice, by the base document and by an overlay (v1.44.yaml). Remove one of them.',
    ],
    [
      [link('1.41', '1.44'), { ...link('1.41', '1.44'), file: 'other.yaml' }],
      'VERSION_DUPLICATE: version 1.41 is defined twice, by v1.41.yaml and by an overlay (other.yaml). Remove one of them.',
    ],
  ])('%j', (overlays, message) => {
    expect(messageOf(() => resolveTimeline('1.44', overlays))).toBe(message);
  });
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof LadingError ? error.message : `not a LadingError: ${String(error)}`;
  }
  return 'nothing went wrong';
}
