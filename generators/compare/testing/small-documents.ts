/** Small documents for tests, normalized like any other. */
import { type Json, type JsonObject, documentOf } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';

export function apiOf(parts: {
  readonly paths?: JsonObject;
  readonly schemas?: JsonObject;
  readonly version?: string;
  readonly stateSets?: JsonObject;
  readonly tags?: readonly Json[];
}): Api {
  const { paths = {}, schemas = {}, version = '1', stateSets, tags = [{ name: 'Thing' }] } = parts;
  return normalize(
    documentOf('tiny.yaml', {
      openapi: '3.1.0',
      info: { title: 'Tiny', version },
      tags,
      paths,
      components: { schemas },
      ...(stateSets && { 'x-lading-state-sets': stateSets }),
    }),
  );
}

/** Returns an API with the operation `POST /things`. */
export function operation(parts: JsonObject): Api {
  return apiOf({ paths: { '/things': { post: post(parts) } } });
}

export function post(parts: JsonObject): JsonObject {
  return { operationId: 'ThingMake', tags: ['Thing'], responses: {}, ...parts };
}

export const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
export const thing = { $ref: '#/components/schemas/Thing' };

export type Carrier = 'request' | 'response' | 'both';

/** Returns an API with a `Thing` of this schema in the request of `ThingMake`, the response of `ThingGet`, or both. */
export function carried(by: Carrier, schema: JsonObject, others: JsonObject = {}): Api {
  return apiOf({
    schemas: { Thing: schema, ...others },
    paths: {
      '/things': {
        ...(by !== 'response' && { post: post({ requestBody: { required: true, ...json(thing) } }) }),
        ...(by !== 'request' && {
          get: { operationId: 'ThingGet', tags: ['Thing'], responses: { '200': json(thing) } },
        }),
      },
    },
  });
}

/** Returns an object schema with these properties; names with a `!` are required. */
export function record(fields: JsonObject): JsonObject {
  const entries = Object.entries(fields).map(([name, schema]) => [name.replace('!', ''), schema] as const);
  const required = Object.keys(fields).flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
  return { type: 'object', properties: Object.fromEntries(entries), ...(required.length > 0 && { required }) };
}
