/** Refactorings that do not change requests and responses, and renames, which are reported. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { comparedBothWays } from '../testing/reversed-changes.js';
import { apiOf, carried, json, operation, record } from '../testing/small-documents.js';

const string = { type: 'string' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const inner = record({ 'X!': string, Y: { enum: ['a', 'b'] } });
const holder = (schema: JsonObject, others: JsonObject = {}) => carried('both', record({ A: schema }), others);
const pets = { Cat: record({ Is: { const: 'cat' } }), Dog: record({ Is: { const: 'dog' } }) };
const written = record({ A: string, B: string });

describe('nothing changes when', () => {
  it.each([
    ['an inline schema becomes a named one', holder(inner), holder(reference('Inner'), { Inner: inner })],
    [
      'an inline entry becomes a named one',
      holder({ type: 'array', items: inner }),
      holder({ type: 'array', items: reference('Inner') }, { Inner: inner }),
    ],
    [
      'an inline enum becomes a named one',
      holder({ enum: ['a', 'b'] }),
      holder(reference('Letter'), { Letter: { enum: ['a', 'b'] } }),
    ],
    [
      'an inline number becomes a named one',
      holder({ type: 'integer', minimum: 1 }),
      holder(reference('Count'), { Count: { type: 'integer', minimum: 1 } }),
    ],
    [
      'a deprecated inline schema becomes a named one',
      holder({ ...inner, deprecated: true }),
      holder(reference('Inner'), { Inner: { ...inner, deprecated: true } }),
    ],
    [
      'a base is written out',
      carried('both', { allOf: [reference('Base'), record({ B: string })] }, { Base: record({ A: string }) }),
      carried('both', written),
    ],
    [
      'a base of a base is written out',
      carried(
        'both',
        { allOf: [reference('Middle'), record({ B: string })] },
        { Middle: { allOf: [reference('Base'), record({ C: string })] }, Base: record({ A: string }) },
      ),
      carried(
        'both',
        { allOf: [reference('Base'), record({ B: string, C: string })] },
        { Base: record({ A: string }) },
      ),
    ],
    [
      'a field moves into the base',
      carried('both', { allOf: [reference('Base'), record({ B: string })] }, { Base: record({ A: string }) }),
      carried('both', { allOf: [reference('Base'), record({})] }, { Base: written }),
    ],
    [
      'a name gets an alias',
      holder(reference('Inner'), { Inner: inner }),
      holder(reference('Alias'), { Alias: reference('Inner'), Inner: inner }),
    ],
    [
      'a reference is wrapped',
      holder(reference('Inner'), { Inner: inner }),
      holder({ allOf: [reference('Inner')] }, { Inner: inner }),
    ],
    ['requests and responses get separate schemas', carried('request', inner), operationWith('ThingInput')],
    [
      'fields, values and options are written in another order',
      holder({ oneOf: [inner, string] }),
      holder({ oneOf: [string, { ...inner, properties: { Y: { enum: ['b', 'a'] }, X: string } }] }),
    ],
    [
      'options of one kind are written in another order',
      holder({ oneOf: [inner, record({ Z: string })] }),
      holder({ oneOf: [record({ Z: string }), inner] }),
    ],
    [
      'options with the same properties are written in another order',
      holder({ oneOf: [reference('Cat'), reference('Dog')] }, pets),
      holder({ oneOf: [reference('Dog'), reference('Cat')] }, pets),
    ],
    [
      'a nullable option has a name',
      holder({ oneOf: [{ type: ['string', 'null'] }, inner] }),
      holder({ oneOf: [reference('Text'), inner] }, { Text: { type: ['string', 'null'] } }),
    ],
    [
      'words change',
      holder({ ...string, description: 'one', example: 'x', title: 'T' }),
      holder({ ...string, description: 'two', 'x-lading-since': '1.2' }),
    ],
    [
      'the sentence of a rule changes',
      holder({ ...string, 'x-lading-rules': [{ kind: 'sentence', sentence: 'One.' }] }),
      holder(string),
    ],
    [
      'parameters are written in another order',
      operation({ parameters: [parameter('a'), parameter('b')] }),
      operation({ parameters: [parameter('b'), parameter('a')] }),
    ],
    ['only the version does', apiOf({ version: '1' }), apiOf({ version: '2' })],
  ])('%s', (_name, older, newer) => {
    expect(comparedBothWays(older, newer)).toEqual([]);
    expect(comparedBothWays(newer, older)).toEqual([]);
  });
});

describe('an exported name', () => {
  it('that replaces two schemas has the changes of both, in an order that does not depend on that of the operations', () => {
    const get = (name: string, schema: JsonObject) => ({
      [`/${name}`]: { get: { operationId: `Thing${name}`, tags: ['Thing'], responses: { '200': json(schema) } } },
    });
    const one = record({ Id: string, X: string });
    const other = record({ Id: string, X: { type: 'integer' } });
    const older = apiOf({ paths: { ...get('A', one), ...get('B', other) } });
    const newer = apiOf({
      schemas: { New: record({ Id: string }) },
      paths: { ...get('A', reference('New')), ...get('B', reference('New')) },
    });
    const turned = { ...newer, operations: newer.operations.toReversed() };
    expect(comparedBothWays(older, newer).map(({ sentence }) => sentence)).toEqual([
      '`New.X` was removed from responses of ThingB.',
      '`New.X` was removed from responses of ThingA.',
    ]);
    expect(comparedBothWays(older, turned)).toEqual(comparedBothWays(older, newer));
  });

  it('of a base is matched if the bases share at least half of the properties of the larger one', () => {
    const fields = (names: string) => record(Object.fromEntries([...names].map((name) => [name, string])));
    const extending = (base: string, names: string) =>
      carried('both', { allOf: [reference(base), record({ Own: string })] }, { [base]: fields(names) });
    const placesOf = (before: string, after: string) =>
      comparedBothWays(extending('Base', before), extending('Foundation', after)).map(
        ({ kind, place }) => `${kind} ${place}`,
      );
    expect(placesOf('ABCD', 'ABEF')).toEqual([
      'renamed Foundation',
      'removed Foundation.C',
      'removed Foundation.D',
      'added Foundation.E',
      'added Foundation.F',
    ]);
    // A base of which less is shared is another base: its fields are those of the record itself.
    const own = ['removed Thing.C', 'removed Thing.D', 'removed Thing.E', 'added Thing.F'];
    expect(placesOf('ABCDE', 'ABF')).toEqual(own);
    expect(placesOf('AB', 'ACDE')).toEqual(['removed Thing.B', 'added Thing.C', 'added Thing.D', 'added Thing.E']);
  });

  it('that changes is reported once, with all operations, as non-breaking', () => {
    const api = (name: string) =>
      carried('both', record({ A: reference(name), B: { type: 'array', items: reference(name) } }), { [name]: inner });
    expect(comparedBothWays(api('Image'), api('ImageInspect'))).toEqual([
      {
        kind: 'renamed',
        subject: 'schema',
        place: 'ImageInspect',
        operations: ['ThingGet', 'ThingMake'],
        direction: 'both',
        breaks: 'none',
        before: 'Image',
        after: 'ImageInspect',
        sentence: 'The schema `Image` was renamed to `ImageInspect`; requests and responses do not change.',
      },
    ]);
  });

  it('of the newer version is the place of other changes', () => {
    const newer = holder(reference('New'), { New: record({ 'X!': string, Y: { enum: ['a', 'b'] }, Z: string }) });
    expect(places(holder(reference('Old'), { Old: inner }), newer)).toEqual(['renamed New', 'added New.Z']);
    expect(places(holder(inner), newer)).toEqual(['added New.Z']);
    expect(places(newer, holder(inner))).toEqual(['removed Thing.A.Z']);
  });

  it('is replaced by one that was there, remains, or is no news where both versions have both', () => {
    const both = { Old: inner, New: inner };
    const used = (name: string, schemas: JsonObject) => holder(reference(name), schemas);
    const sentences = (...apis: Parameters<typeof comparedBothWays>) =>
      comparedBothWays(...apis).map(({ sentence }) => sentence.replace(/;.*/, ''));
    expect(sentences(used('Old', both), used('New', both))).toEqual([]);
    expect(sentences(used('Old', both), used('New', { New: inner }))).toEqual([
      'The schema `Old` was replaced by `New`',
    ]);
    expect(sentences(used('Old', { Old: inner }), used('New', both))).toEqual([
      '`New` took the place of the schema `Old`, which remains',
    ]);
  });

  it('of an option stays the name of this option, whatever the other options are', () => {
    const blur = { oneOf: [record({ Radius: string }), record({ Start: string, End: string })] };
    const effects = (names: readonly string[], schemas: JsonObject) =>
      holder({ oneOf: names.map(reference) }, { ...schemas, Texture: record({ Noise: string }) });
    const older = effects(['Blur'], { Blur: record({ Radius: string }) });
    expect(places(older, effects(['Texture', 'Blur'], { Blur: blur }))).toEqual(['type Blur', 'type Thing.A']);
    const wider = { Blur: record({ Radius: string, Unit: string }) };
    expect(places(older, effects(['Texture', 'Blur'], wider))).toEqual(['added Blur.Unit', 'type Thing.A']);
  });

  it('of an option is none of an option with another constant', () => {
    const letter = { Letter: { type: 'string' } };
    const option = (value: string) => record({ Is: { allOf: [reference('Letter'), { enum: [value] }] }, Y: string });
    const options = (schemas: JsonObject) =>
      holder({ oneOf: Object.keys(schemas).map(reference) }, { ...schemas, ...letter });
    const older = options({ A: option('a'), B: option('b') });
    expect(places(older, options({ C: option('c'), A: option('a') }))).toEqual(['type Thing.A']);
    expect(places(older, options({ New: option('b'), A: option('a') }))).toEqual(['renamed New']);
  });

  it('of a base is reported too, and is the place of changes in the base', () => {
    const api = (name: string, base: JsonObject) =>
      carried('both', { allOf: [reference(name), record({ B: string })] }, { [name]: base });
    expect(places(api('Base', record({ A: string })), api('Base', record({ A: string, C: string })))).toEqual([
      'added Base.C',
    ]);
    expect(places(api('Base', record({ A: string })), api('Root', record({ A: string })))).toEqual(['renamed Root']);
  });

  it('of a recursive schema is compared completely', () => {
    const tree = (leaf: JsonObject) =>
      carried('both', record({ Leaf: leaf, Branches: { type: 'array', items: reference('Thing') } }));
    expect(places(tree(string), tree(string))).toEqual([]);
    expect(places(tree(string), tree({ type: 'integer' }))).toEqual(['type Thing.Leaf']);
  });

  it('may be any string', () => {
    const names = ['__proto__', 'constructor', 'a`b\n<i>'];
    const api = (schema: JsonObject) =>
      carried('both', record(Object.fromEntries(names.map((name) => [name, schema]))));
    expect(comparedBothWays(api(string), api({ type: 'integer' })).map(({ sentence }) => sentence)).toEqual([
      'The type of `__proto__` of `Thing` changed from `string` to `integer`.',
      'The type of `constructor` of `Thing` changed from `string` to `integer`.',
      'The type of `` a`b\\u000a<i> `` of `Thing` changed from `string` to `integer`.',
    ]);
  });
});

function parameter(name: string): JsonObject {
  return { name, in: 'query', schema: string };
}

function operationWith(name: string) {
  return apiOf({
    schemas: { [name]: inner },
    paths: {
      '/things': {
        post: {
          operationId: 'ThingMake',
          tags: ['Thing'],
          requestBody: { required: true, ...json(reference(name)) },
          responses: {},
        },
      },
    },
  });
}

function places(...[older, newer]: Parameters<typeof comparedBothWays>): readonly string[] {
  return comparedBothWays(older, newer).map(({ kind, place }) => `${kind} ${place}`);
}
