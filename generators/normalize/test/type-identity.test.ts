/** The types of places: each has an object of its own, since comparisons find it by identity, or a name if the type needs one. */
import { expect, it } from 'vitest';
import { documentOf } from '../../document/index.js';
import { normalize } from '../index.js';

it('each place has its own type object, although both have the same schema', () => {
  const one = { type: 'array', items: { type: 'string' } };
  const parameters = ['path', 'query'].map((place) => ({ in: place, name: 'id', required: true, schema: one }));
  const get = { operationId: 'Get', parameters, responses: { 204: { description: 'Done.' } } };
  const root = { openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: { '/{id}': { get } } };
  const { parameters: read = [] } = normalize(documentOf('places.yaml', root)).operations[0] ?? {};
  expect(read.map(({ type }) => type.kind)).toEqual(['array', 'array']);
  expect(read[0]?.type).not.toBe(read[1]?.type);
});

it.each([
  ['an intersection', { allOf: [{ oneOf: [{ type: 'string' }, {}] }, { oneOf: [{ type: 'array', items: {} }, {}] }] }],
  ['a union', { oneOf: [{ type: 'string' }, { type: 'integer' }] }],
  ['an enum', { type: 'string', enum: ['a', 'b'] }],
  ['an object', { type: 'object', properties: { a: {} } }],
])('%s in a property is a schema with a name', (kind, part) => {
  const Thing = { type: 'object', properties: { part } };
  const root = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components: { schemas: { Thing } } };
  const { schemas } = normalize(documentOf('named.yaml', root));
  const thing = schemas.find(({ name }) => name === 'Thing')?.type;
  const [field] = thing?.kind === 'record' ? thing.fields : [];
  expect(field?.type).toMatchObject({ kind: 'reference', name: 'ThingPart' });
  const named = schemas.find(({ name }) => name === 'ThingPart')?.type.kind;
  expect(named).toBe(kind === 'an object' ? 'record' : kind.replace(/^an? /, ''));
});
