/** The model → one OpenAPI 3.1 document, for tools that read OpenAPI. */
import type { Json, JsonObject } from '../../document/index.js';
import type { Api, Operation, Schema } from '../../ir/index.js';
import { notesJson } from './notes.js';
import { operationJson } from './operation.js';
import { fieldSchema } from './schema.js';

/**
 * Returns the document, which contains every fact of the model: normalizing it gives the model again, with all schemas
 * named.
 */
export function emitOpenapi(api: Api): JsonObject {
  const tags = new Map(api.groups.map(({ name }) => [name, name.charAt(0).toUpperCase() + name.slice(1)]));
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: api.version,
      ...(api.description !== undefined && { description: api.description }),
    },
    servers: serversOf(api),
    tags: api.groups.map(({ name, title, description }) => ({
      name: tags.get(name) ?? name,
      'x-displayName': title,
      ...(description !== undefined && { description }),
    })),
    paths: pathsOf(api.operations, tags),
    components: {
      schemas: Object.fromEntries(api.schemas.map((schema) => [schema.name, schemaJson(schema)])),
    },
    ...(api.extensions as JsonObject | undefined),
    ...(api.stateSets.length > 0 && { 'x-lading-state-sets': stateSetsOf(api) }),
  };
}

function schemaJson(schema: Schema): JsonObject {
  return { ...fieldSchema({ ...schema, required: false }), ...notesJson(schema) };
}

function serversOf({ schemes, basePath, origin = '//localhost' }: Api): Json {
  const host = origin.slice(origin.indexOf('//') + 2);
  const urls = schemes.length > 0 ? schemes.map((scheme) => `${scheme}://${host}${basePath}`) : [basePath || '/'];
  return urls.map((url) => ({ url }));
}

function pathsOf(operations: readonly Operation[], tags: ReadonlyMap<string, string>): JsonObject {
  const paths = new Map<string, [string, Json][]>();
  for (const operation of operations) {
    const item = paths.get(operation.path) ?? [];
    paths.set(operation.path, item);
    item.push([operation.method.toLowerCase(), operationJson(operation, tags.get(operation.group))]);
  }
  return Object.fromEntries([...paths].map(([path, item]) => [path, Object.fromEntries(item)]));
}

function stateSetsOf(api: Api): JsonObject {
  return Object.fromEntries(
    api.stateSets.map(({ name, description, fields, values, transitions, rules }) => [
      name,
      {
        ...(description !== undefined && { description }),
        fields,
        values: Object.fromEntries(values.map(({ value, description: words }) => [value, words ?? ''])),
        ...(transitions.length > 0 && { transitions: transitions as unknown as Json }),
        ...(rules.length > 0 && { rules }),
      },
    ]),
  );
}
