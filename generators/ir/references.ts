/** References: the types of an operation, and the schemas that a type refers to. */
import type { Api } from './api.js';
import type { Content, Operation } from './operation.js';
import type { Type } from './type.js';

/** Returns all operations of an API, webhooks and callbacks included. */
export function everyOperation({ operations, webhooks }: Pick<Api, 'operations' | 'webhooks'>): readonly Operation[] {
  return [...operations, ...webhooks].flatMap((operation) => [operation, ...callbacksIn(operation)]);
}

function callbacksIn({ callbacks = [] }: Operation): readonly Operation[] {
  return callbacks.flatMap(({ operation }) => [operation, ...callbacksIn(operation)]);
}

/** Returns the types of the parameters, body, headers and responses of an operation. */
export function typesOf({ parameters, body, responses }: Operation): readonly Type[] {
  return [
    ...parameters.map(({ type }) => type),
    ...(body?.content ?? []).flatMap(typesOfContent),
    ...responses.flatMap(({ headers, content }) => [
      ...headers.map(({ type }) => type),
      ...content.flatMap(typesOfContent),
    ]),
  ];
}

function typesOfContent({ type, parts = [] }: Content): readonly Type[] {
  return [type, ...parts.flatMap(({ headers = [] }) => headers.map((header) => header.type))];
}

/** Returns the types that a type directly consists of: items, values, options, parts, and the types of fields. */
export function innerTypes(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'array':
      return [...(type.prefixItems ?? []), type.items];
    case 'map':
      return [...(type.patterns ?? []).map((pattern) => pattern.type), type.values];
    case 'union':
      return type.options;
    case 'intersection':
      return type.parts;
    case 'record':
      return [
        ...type.fields.map((field) => field.type),
        ...(type.patterns ?? []).map((pattern) => pattern.type),
        ...(type.rest ? [type.rest] : []),
      ];
    default:
      return [];
  }
}

/** Returns the names of the schemas that a type refers to, itself or in a part. */
export function referencesOf(type: Type): readonly string[] {
  if (type.kind === 'reference') return [type.name];
  const inner = innerTypes(type).flatMap(referencesOf);
  if (type.kind !== 'record') return inner;
  return [...type.bases, ...inner, ...(type.discriminator?.mapping ?? []).map(({ schema }) => schema)];
}
