/** Tests which changes between two published documents are ported. */
import { describe, expect, it } from 'vitest';
import { get, type Json, type JsonObject } from '../../document/index.js';
import {
  asOf,
  isMissingSummary,
  missingDescriptions,
  portChanges,
  changedDescriptions,
  renameSchemas,
  withProductPlaceholder,
} from '../index.js';

const none = { renamed: new Map<string, string>() };

function schema(Thing: Json): JsonObject {
  return { components: { schemas: { Thing } } };
}

function ported(before: Json, after: Json, ours: Json, rawBefore = before, rawAfter = after) {
  const [one, two, three, four] = [before, after, rawBefore, rawAfter].map(schema);
  return portChanges(schema(ours), {
    before: one ?? {},
    after: two ?? {},
    rawBefore: three ?? {},
    rawAfter: four ?? {},
    ...none,
    note: { key: 'x-lading-since', version: '2' },
  });
}

const text = { type: 'string' };
const number = { type: 'integer' };

describe('portChanges', () => {
  it('ports the changes of the publisher, and keeps our descriptions', () => {
    const { root, conflicts } = ported(
      { properties: { A: text } },
      { properties: { A: number, B: text } },
      { description: 'Ours.', properties: { A: { description: 'A.', ...text } } },
    );
    expect(root).toEqual(
      schema({
        description: 'Ours.',
        properties: { A: { description: 'A.', ...number }, B: { ...text, 'x-lading-since': '2' } },
      }),
    );
    expect(conflicts).toEqual([]);
  });

  it('keeps our value if only a correction makes the difference, and reports a conflict', () => {
    const raw = { properties: { A: text } };
    const { root, conflicts } = ported({ ...raw, required: ['A'] }, raw, { ...raw, required: ['A'] }, raw, raw);
    expect(root).toEqual(schema({ ...raw, required: ['A'] }));
    expect(conflicts).toEqual([
      { kind: 'corrected', path: ['components', 'schemas', 'Thing', 'required'], before: 'A' },
    ]);
  });

  it('keeps a schema that a remaining part refers to', () => {
    const documents = (schemas: JsonObject) => ({ components: { schemas } });
    const refers = { properties: { A: { $ref: '#/components/schemas/Part' } } };
    const inner = { Part: { items: { $ref: '#/components/schemas/Inner' } }, Inner: text };
    const none = documents({ Thing: { properties: { A: text } } });
    const ours = documents({ Thing: refers, ...inner, Gone: text });
    const { root, conflicts } = portChanges(ours, {
      before: ours,
      after: none,
      rawBefore: none,
      rawAfter: none,
      renamed: new Map(),
    });
    expect(root).toEqual(documents({ Thing: refers, ...inner }));
    expect(conflicts.map(({ kind }) => kind)).toContain('corrected');
  });

  it('ports changes to an inline shape of ours, which published documents refer to', () => {
    const body = (schema: Json) => ({ '/things': { post: { requestBody: { content: { json: { schema } } } } } });
    const published = (properties: JsonObject) => ({
      paths: body({ $ref: '#/components/schemas/ThingMakeRequest' }),
      components: { schemas: { ThingMakeRequest: { type: 'object', properties } } },
    });
    const [before, after] = [published({ A: text, B: text }), published({ A: number, C: text })];
    const ours = {
      paths: body({ type: 'object', properties: { A: { description: 'A.', ...text }, B: text } }),
      components: { schemas: {} },
    };
    const changes = { before, after, rawBefore: before, rawAfter: after, ...none };
    const { root, conflicts } = portChanges(ours, changes);
    expect(conflicts).toEqual([]);
    expect(get(root, 'paths')).toEqual(
      body({ type: 'object', properties: { A: { description: 'A.', ...number }, C: text } }),
    );
  });

  it('refers to shapes that contain themselves or too many others', () => {
    const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const levels = Array.from({ length: 40 }, (_, level): [string, Json] => {
      return [`L${level}`, { properties: { A: to(`L${level + 1}`), B: to(`L${level + 1}`) } }];
    });
    const published = (properties: JsonObject) => ({
      paths: { '/a': { parameters: [{ schema: to('L0') }, { schema: to('Self') }] } },
      components: {
        schemas: { ...Object.fromEntries(levels), Self: { properties: { ...properties, Self: to('Self') } } },
      },
    });
    const ours = { paths: {}, components: { schemas: {} } };
    const [before, after] = [published({ A: text }), published({ A: number })];
    const { conflicts } = portChanges(ours, { before, after, rawBefore: before, rawAfter: after, ...none });
    expect(conflicts.map(({ path }) => path.join(' '))).toEqual(['components schemas Self']);
  });

  it('adds a value to our open enum', () => {
    const open = (values: Json) => ({ description: 'Ours.', anyOf: [{ ...text, enum: values }, text] });
    const { root, conflicts } = ported({ ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] }, open(['a', 'c']));
    expect(root).toEqual(schema(open(['a', 'c', 'b'])));
    expect(conflicts).toEqual([]);
  });

  it('does not require a removed property', () => {
    const [one, two] = [{ properties: { A: text, B: text } }, { properties: { B: text } }];
    const patched = { ...one, required: ['A'] };
    const { root, conflicts } = ported(patched, two, patched, one, two);
    expect(root).toEqual(schema(two));
    expect(conflicts).toEqual([]);
  });

  it('keeps our value if the publisher never had it, and reports a conflict', () => {
    const { root, conflicts } = ported({ default: 1 }, { default: 2 }, { default: 3 });
    expect(root).toEqual(schema({ default: 3 }));
    expect(conflicts.map(({ kind }) => kind)).toEqual(['diverged']);
  });

  it('reports nothing if nothing changed', () => {
    const ours = schema({ description: 'Ours.', ...text });
    expect(portChanges(ours, { before: {}, after: {}, rawBefore: {}, rawAfter: {}, ...none })).toEqual({
      root: ours,
      conflicts: [],
    });
  });

  it('is safe for names of the prototype', () => {
    const odd = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}') as Json;
    expect(JSON.stringify(ported({ properties: {} }, odd, { properties: {} }).root)).toContain(
      '"__proto__":{"type":"string"',
    );
  });
});

it('renames schemas to the names of the specification, and adapts the names of input variants', () => {
  const root = {
    a: { $ref: '#/components/schemas/MountBindOptions' },
    b: { $ref: '#/components/schemas/MountInputImageOptions' },
    components: { schemas: { MountInput: {}, MountBindOptions: text, MountInputImageOptions: text } },
  };
  expect(renameSchemas(root, new Map([['MountBindOptions', 'BindOptions']]))).toEqual({
    a: { $ref: '#/components/schemas/BindOptions' },
    b: { $ref: '#/components/schemas/MountImageOptionsInput' },
    components: { schemas: { MountInput: {}, BindOptions: text, MountImageOptionsInput: text } },
  });
});

describe('a document as of a version', () => {
  const asOf2 = (root: JsonObject) => asOf(root, (noted) => noted > '2');

  it('lacks parts that were removed before or added later, also in required', () => {
    const noted = (key: string, version: string) => ({ ...text, [`x-lading-${key}`]: version });
    const properties = {
      A: noted('until', '2'),
      B: noted('since', '3'),
      C: noted('until', '3'),
      D: noted('since', '2'),
    };
    const { A: _ended, B: _later, ...presentProperties } = properties;
    expect(asOf2(schema({ required: ['A', 'B', 'D'], properties }))).toEqual(
      schema({ required: ['D'], properties: presentProperties }),
    );
    const operation = { responses: {}, parameters: [{ name: 'a', 'x-lading-since': '3' }, { name: 'b' }] };
    expect(asOf2({ paths: { '/a': { get: operation, put: { ...operation, 'x-lading-since': '3' } } } })).toEqual({
      paths: { '/a': { get: { responses: {}, parameters: [{ name: 'b' }] } } },
    });
  });

  it('lacks later deprecations', () => {
    const since = (version: string) => ({
      ...text,
      deprecated: true,
      'x-lading-deprecated-since': version,
      'x-lading-deprecated-use': 'B',
    });
    expect(asOf2(schema({ properties: { A: since('3'), B: since('2'), deprecated: text } }))).toEqual(
      schema({ properties: { A: text, B: since('2'), deprecated: text } }),
    );
  });
});

it('finds changed descriptions, and those that newly mention a deprecation', () => {
  const document = (a: string, b: string) => ({
    definitions: { Thing: { properties: { A: { description: a }, B: { description: b }, C: { description: 'c' } } } },
  });
  const at = (name: string) => `/definitions/Thing/properties/${name}`;
  expect(
    changedDescriptions(document('a', 'deprecated'), document('a, **Deprecated**: gone soon', 'Deprecated.')),
  ).toEqual([
    { pointer: at('A'), deprecates: true },
    { pointer: at('B'), deprecates: false },
  ]);
  expect(changedDescriptions(document('a', 'b'), document(' a\n', 'b'))).toEqual([]);
});

it('writes the product placeholder', () => {
  expect(withProductPlaceholder({ AcmeRoot: 'application/vnd.acme.raw' }, 'Acme')).toEqual({
    VendorRoot: 'application/vnd.vendor.raw',
  });
});

describe('missingDescriptions', () => {
  const documentOf = (operations: JsonObject): JsonObject => ({ paths: { '/things': operations } });
  const read = { summary: 'List things', description: 'All of them.' };
  const places = (before: JsonObject, after: JsonObject) =>
    missingDescriptions(documentOf(before), documentOf(after)).map((path) => path.join(' '));

  it('are those of new operations, with their summaries', () => {
    expect(places({ get: read }, { get: read, post: {} })).toEqual([
      'paths /things post',
      'paths /things post summary',
    ]);
    expect(places({ get: read }, { get: read, post: { description: 'Creates one.' } })).toEqual([
      'paths /things post summary',
    ]);
    expect(places({ get: read }, { get: read, post: { ...read, summary: '' } })).toEqual([
      'paths /things post summary',
    ]);
    expect(places({ get: read }, { get: read, post: read })).toEqual([]);
  });

  it('are not summaries of operations that exist, nor where no operation has one', () => {
    const described = { description: 'All of them.' };
    expect(places({ get: read }, { get: described })).toEqual([]);
    expect(places({ get: described }, { get: described, post: described })).toEqual([]);
  });

  it('are not mistaken for a property called summary', () => {
    const schemas = (properties: JsonObject): JsonObject => ({ components: { schemas: { Thing: { properties } } } });
    const [path = []] = missingDescriptions(schemas({}), schemas({ summary: text }));
    expect([path, isMissingSummary(path)]).toEqual([
      ['components', 'schemas', 'Thing', 'properties', 'summary'],
      false,
    ]);
    expect(isMissingSummary(['paths', '/things', 'post', 'summary'])).toBe(true);
  });
});
