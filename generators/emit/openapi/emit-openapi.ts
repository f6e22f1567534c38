/** The model → one OpenAPI document, for tools that read OpenAPI. */
import {
  objectOf,
  type Json,
  type JsonObject,
  everyOperation,
  methods,
  type Api,
  type Group,
  type License,
  type Schema,
} from '../../emitter/index.js';
import { notesJson } from './notes.js';
import { pathsJson } from './operation.js';
import { fieldSchema } from './schema.js';
import { securityScheme } from './security.js';
import { serversJson } from './servers.js';

/**
 * Returns the document, which contains every fact of the model: normalizing it gives the model again, with all schemas
 * named. It is OpenAPI 3.1, or 3.2 if the model needs that.
 */
export function emitOpenapi(api: Api): JsonObject {
  const {
    title,
    version,
    summary,
    description,
    termsOfService,
    contact,
    license,
    externalDocs,
    servers,
    securitySchemes,
    operations,
    webhooks,
  } = api;
  let paths: JsonObject | undefined;
  let components: JsonObject | undefined;
  return {
    openapi: needsOpenapi32(api) ? '3.2.0' : '3.1.0',
    info: {
      title,
      version,
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
      ...(termsOfService !== undefined && { termsOfService }),
      ...(contact && { contact: { ...contact } }),
      ...(license && { license: licenseJson(license) }),
    },
    ...(externalDocs && { externalDocs: { ...externalDocs } }),
    ...(servers.length > 0 && { servers: serversJson(servers) }),
    tags: api.groups.flatMap((group) => (group.tag === undefined ? [] : [tagJson(group.tag, group, api.groups)])),
    // Emitters that need the document read it for some options only, and these two are nearly all of it.
    get paths() {
      return (paths ??= pathsJson(operations));
    },
    ...(webhooks.length > 0 && { webhooks: pathsJson(webhooks) }),
    get components() {
      return (components ??= {
        schemas: objectOf(api.schemas.map((schema) => [schema.name, schemaJson(schema)])),
        ...(securitySchemes.length > 0 && {
          securitySchemes: objectOf(securitySchemes.map((scheme) => [scheme.name, securityScheme(scheme)])),
        }),
      });
    },
    ...(api.extensions as JsonObject | undefined),
    ...(api.stateSets.length > 0 && { 'x-lading-state-sets': stateSetsOf(api) }),
  };
}

/** An identifier and a URL exclude each other in a document. */
function licenseJson({ name, identifier, url }: License): JsonObject {
  return { name, ...(url === undefined ? identifier !== undefined && { identifier } : { url }) };
}

/** Whether the model has what only OpenAPI 3.2 can express. */
function needsOpenapi32(api: Api): boolean {
  const methodsOf31: readonly string[] = methods.filter((method) => method !== 'QUERY');
  return (
    api.groups.some(({ parent, kind }) => parent !== undefined || kind !== undefined) ||
    api.servers.some(({ name }) => name !== undefined) ||
    api.securitySchemes.some(
      (scheme) => scheme.kind === 'oauth2' && scheme.flows.some(({ kind }) => kind === 'device-authorization'),
    ) ||
    everyOperation(api).some(
      ({ method, parameters, responses }) =>
        !methodsOf31.includes(method) ||
        responses.some(({ summary }) => summary !== undefined) ||
        parameters.some(({ in: place }) => place === 'querystring'),
    )
  );
}

function tagJson(tag: string, group: Group, groups: readonly Group[]): JsonObject {
  const { title, description, externalDocs, parent, kind, extensions } = group;
  const parentTag = groups.find(({ name }) => name === parent)?.tag ?? parent;
  return {
    name: tag,
    'x-displayName': title,
    ...(description !== undefined && { description }),
    ...(parentTag !== undefined && { parent: parentTag }),
    ...(kind !== undefined && { kind }),
    ...(externalDocs && { externalDocs: { ...externalDocs } }),
    ...(extensions as JsonObject | undefined),
  };
}

function schemaJson(schema: Schema): JsonObject {
  return { ...fieldSchema({ ...schema, required: false }), ...notesJson(schema) };
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
