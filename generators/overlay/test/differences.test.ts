/** The named differences of an overlay: their descriptions, and the properties that their actions change. */
import { describe, expect, it } from 'vitest';
import { differencesOf, parseOverlay } from '../index.js';

const of = (...actions: readonly object[]) =>
  differencesOf(parseOverlay('o.yaml', { overlay: '1.0.0', info: { title: 't', version: '1' }, actions } as never));
const action = (target: string, more: object = { remove: true }) => ({ target, 'x-lading-difference': 'd', ...more });

describe('properties', () => {
  it.each<readonly [string, object, readonly string[]]>([
    ['$.components.schemas.Box.properties.Size', {}, ['Box.Size']],
    ["$.components.schemas['Box','BoxInput'].properties['A','B']", {}, ['Box.A', 'Box.B', 'BoxInput.A', 'BoxInput.B']],
    ['$.components.schemas.Box.allOf[1].properties.Size', {}, ['Box.Size']],
    ["$.components.schemas.Box.properties[' Parents']", {}, ['Box. Parents']],
    ['$.components.schemas.Box.properties', { update: { Size: {}, Weight: {} } }, ['Box.Size', 'Box.Weight']],
    ['$.components.schemas.Box', { update: { description: '' } }, []],
    ["$.paths['/box'].get", {}, []],
  ])('%s', (target, more, wanted) => {
    expect(of(action(target, 'update' in more ? more : { remove: true }))[0]?.properties).toEqual(wanted);
  });
});

it('each occurs once, with the descriptions of all its actions', () => {
  const found = of(
    action('$.a', { description: 'One.', remove: true }),
    { target: '$.b', 'x-lading-difference': 'e', description: 'Other.', remove: true },
    action('$.c', { description: 'Two.', remove: true }),
    { target: '$.d', remove: true },
  );
  expect(found).toEqual([
    { id: 'd', descriptions: ['One.', 'Two.'], effects: ['One.', 'Two.'], properties: [] },
    { id: 'e', descriptions: ['Other.'], effects: ['Other.'], properties: [] },
  ]);
});

it.each<readonly [string, object, boolean]>([
  ['$.paths["/box"].get', { update: { description: 'Text.' } }, false],
  ['$.paths["/box"].get', { update: { description: 'Text.', deprecated: true } }, true],
  ['$.components.schemas.Box.properties', { update: { Size: { description: 'Text.' } } }, false],
  ['$.components.schemas.Box.properties', { update: { Size: { type: 'string' } } }, true],
  ["$.components.schemas.Box['x-lading-rules']", { remove: true }, false],
  ["$.components.schemas.Box['x-lading-rules']", { remove: true, 'x-lading-conversion-rules': [] }, true],
  ['$.components.schemas.Box.properties.Size', { remove: true }, true],
])('%s with %j has an effect: %s', (target, more, isEffect) => {
  expect(of(action(target, { description: 'One.', ...more }))[0]?.effects).toEqual(isEffect ? ['One.'] : []);
});
