/** Each place has its own type object, because comparisons find the place of a type by its identity. */
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
