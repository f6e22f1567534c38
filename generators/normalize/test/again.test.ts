/** A document that has parts in common with others that were read comes to the same as one that nobody has seen. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../document/index.js';
import { LadingError } from '../../problem/index.js';
import { documentOf } from '../../read/index.js';
import { normalize } from '../index.js';

const inline = { type: 'object', properties: { Deep: { type: 'object', properties: { one: { type: 'string' } } } } };

/** What the places of the document may hold: each is one object wherever it stands. */
const schemas: readonly JsonObject[] = [
  { type: 'string' },
  { type: 'string', nullable: true },
  { $ref: '#/components/schemas/B' },
  { $ref: '#/components/schemas/ADeep' },
  { $ref: '#/x-place' },
  { type: 'object', properties: { Deep: { type: 'object', properties: { two: { $ref: '#/components/schemas/B' } } } } },
  { type: 'array', items: inline },
  { allOf: [{ $ref: '#/components/schemas/B' }, inline] },
  { oneOf: [{ $ref: '#/components/schemas/B' }, { enum: ['x', 'y'] }] },
  inline,
];
const schema = fc.constantFrom(...schemas);
const names = fc.constantFrom('A', 'B', 'ADeep', 'Deep');

const document = fc
  .record({ shapes: fc.dictionary(names, schema, { minKeys: 1 }), place: schema, body: schema, answer: schema })
  .map(({ shapes, place, body, answer }): JsonObject => {
    const content = (of: JsonObject) => ({ 'application/json': { schema: of } });
    const responses = { 200: { description: 'Done.', content: content(answer) } };
    const post = { operationId: 'A', requestBody: { content: content(body) }, responses };
    return {
      openapi: '3.0.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': { post }, '/b': { post: { ...post, operationId: 'B' } } },
      components: { schemas: shapes },
      'x-place': place,
    };
  });

function read(root: JsonObject): Json {
  try {
    return JSON.stringify(normalize(documentOf('again.yaml', root)));
  } catch (error) {
    if (error instanceof LadingError) return error.problem.code;
    throw error;
  }
}

it('is the same as read for the first time', () => {
  let model = 0;
  fc.assert(
    fc.property(document, (root) => {
      const wanted = read(structuredClone(root));
      if (wanted !== null && String(wanted).startsWith('{')) model += 1;
      expect(read(root)).toBe(wanted);
    }),
    { numRuns: 2000 },
  );
  expect(model).toBeGreaterThan(300);
});

it('has an object for each place, though one schema stands at both', () => {
  const one = { type: 'array', items: { type: 'string' } };
  const parameters = ['path', 'query'].map((place) => ({ in: place, name: 'id', required: true, schema: one }));
  const get = { operationId: 'Get', parameters, responses: { 204: { description: 'Done.' } } };
  const root = { openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: { '/{id}': { get } } };
  const { parameters: read = [] } = normalize(documentOf('places.yaml', root)).operations[0] ?? {};
  expect(read.map(({ type }) => type.kind)).toEqual(['list', 'list']);
  expect(read[0]?.type).not.toBe(read[1]?.type);
});
