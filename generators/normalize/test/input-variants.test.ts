/** Tests properties that only responses or only requests have. */
import { expect, it } from 'vitest';
import { type JsonObject } from '../../document/index.js';
import { documentOf } from '../../document/index.js';
import { normalize } from '../index.js';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (name: string) => ({ content: { 'application/json': { schema: reference(name) } } });

function read(schemas: JsonObject) {
  const box = { operationId: 'BoxPut', requestBody: content('Box'), responses: { '200': content('Box') } };
  const api = normalize(
    documentOf('api.yaml', {
      openapi: '3.1.0',
      info: { title: 'Boxes', version: '1' },
      paths: { '/box': { put: box } },
      components: { schemas },
    }),
  );
  const fields = api.schemas.flatMap(({ name, type }) =>
    type.kind === 'record' ? [[name, type.fields.map((field) => field.name).join(' ')] as const] : [],
  );
  const [operation] = api.operations;
  return {
    request: operation?.body?.content[0]?.type,
    response: operation?.responses[0]?.content[0]?.type,
    fields: Object.fromEntries(fields),
  };
}

const id = { type: 'string', readOnly: true };
const secret = { type: 'string', writeOnly: true };

it('a schema with such properties has an input variant', () => {
  const box = { properties: { id, secret, size: { type: 'integer' } } };
  expect(read({ Box: box })).toEqual({
    request: { kind: 'reference', name: 'BoxInput' },
    response: { kind: 'reference', name: 'Box' },
    fields: { Box: 'id size', BoxInput: 'secret size' },
  });
});

it('a schema that refers to one has an input variant too, and one that is in no request has none', () => {
  const { fields } = read({
    Box: { properties: { lid: reference('Lid'), plain: reference('Plain') } },
    Lid: { properties: { id } },
    Plain: { properties: { a: {} } },
    Other: { properties: { id } },
  });
  expect(fields).toEqual({ Box: 'lid plain', BoxInput: 'lid plain', Lid: 'id', Plain: 'a', Other: 'id' });
});

it('the name of the variant yields to a schema of the document', () => {
  const { request, fields } = read({ Box: { properties: { id, b: {} } }, BoxInput: { properties: { a: {} } } });
  expect(request).toEqual({ kind: 'reference', name: 'BoxInput2' });
  expect(fields).toMatchObject({ BoxInput: 'a', BoxInput2: 'b' });
});

it('a reference to a schema that is read-only is read-only', () => {
  const { fields } = read({ Box: { properties: { id: reference('Id'), a: {} } }, Id: id });
  expect(fields).toEqual({ Box: 'id a', BoxInput: 'a' });
});

it('schemas without such properties have one name for both directions', () => {
  expect(read({ Box: { properties: { a: {} } } }).request).toEqual({ kind: 'reference', name: 'Box' });
});

it('a base that has only such properties is no base of the variant', () => {
  const { fields } = read({ Base: { properties: { id } }, Box: { allOf: [reference('Base')], properties: { a: {} } } });
  expect(fields).toEqual({ Base: 'id', Box: 'a', BoxInput: 'a' });
});
