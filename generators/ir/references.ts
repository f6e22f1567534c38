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

/** Returns the names of the schemas that a type refers to, itself or in a part. */
export function referencesOf(type: Type): readonly string[] {
  switch (type.kind) {
    case 'reference':
      return [type.name];
    case 'list':
      return referencesOf(type.items);
    case 'map':
      return referencesOf(type.values);
    case 'union':
      return type.options.flatMap(referencesOf);
    case 'record':
      return [
        ...type.bases,
        ...type.fields.flatMap((field) => referencesOf(field.type)),
        ...(type.rest ? referencesOf(type.rest) : []),
      ];
    default:
      return [];
  }
}
