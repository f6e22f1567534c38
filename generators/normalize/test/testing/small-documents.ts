/** Small documents for tests, and their IR. */
import { expect } from 'vitest';
import { type Dialect, type Json, type JsonObject, documentOf, objectOf } from '../../../document/index.js';
import { emitOpenapi } from '../../../emit/openapi/index.js';
import type { Api, Operation, Schema } from '../../../ir/index.js';
import { normalize } from '../../index.js';

const versions: Readonly<Record<Dialect, JsonObject>> = {
  'swagger-2.0': { swagger: '2.0' },
  'openapi-3.0': { openapi: '3.0.3' },
  'openapi-3.1': { openapi: '3.1.0' },
  'openapi-3.2': { openapi: '3.2.0' },
};

export function apiOf(content: JsonObject, dialect: Dialect = 'openapi-3.1'): Api {
  return normalize(documentOf('api.yaml', { ...versions[dialect], info: { version: '1.0' }, paths: {}, ...content }));
}

/** Returns an API whose document, emitted again, has the same IR. */
export function unchangedApiOf(...args: Parameters<typeof apiOf>): Api {
  const api = apiOf(...args);
  expect(comparable(roundTrip(api))).toEqual(comparable(api));
  return api;
}

/** Returns the IR without what a document cannot express: which schemas had a name, and their order. */
export function comparable(api: Api): Json {
  const schemas = api.schemas.map(({ named: _named, ...schema }) => [schema.name, plain(schema)] as const);
  return { ...(plain(api) as object), schemas: objectOf(schemas) };
}

export function roundTrip(api: Api): Api {
  return normalize(documentOf('again.json', plain(emitOpenapi(api))));
}

/** Returns the schemas of a document with these named schemas. */
export function schemasOf(schemas: JsonObject, dialect: Dialect = 'openapi-3.1'): readonly Schema[] {
  return unchangedApiOf(dialect === 'swagger-2.0' ? { definitions: schemas } : { components: { schemas } }, dialect)
    .schemas;
}

/** Returns the only operation, `GET /boxes`, with these properties; its parameters in the path are parts of the path. */
export function operationOf(operation: JsonObject, dialect: Dialect = 'openapi-3.1', more: JsonObject = {}): Operation {
  const parameters = (operation['parameters'] ?? []) as readonly JsonObject[];
  const parts = parameters.flatMap((each) => (each['in'] === 'path' ? [`/{${String(each['name'])}}`] : []));
  const [onlyOperation] = unchangedApiOf(
    { paths: { [`/boxes${parts.join('')}`]: { get: { operationId: 'BoxGet', ...operation } } }, ...more },
    dialect,
  ).operations;
  if (onlyOperation === undefined) throw new Error('the document has no operation');
  return onlyOperation;
}

/** Returns a value as JSON, without undefined properties. */
export function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
