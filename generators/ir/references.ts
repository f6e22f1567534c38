/** References: the types of an operation, and the schemas that a type refers to. */
import type { Api } from './api.js';
import type { Content, Operation } from './operation.js';
import type { ObjectConstraints, Type } from './type.js';

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
      return [...patternTypes(type), type.values];
    case 'union':
      return type.options;
    case 'intersection':
      return type.parts;
    case 'record':
      return [...type.fields.map((field) => field.type), ...patternTypes(type), ...(type.rest ? [type.rest] : [])];
    default:
      return [];
  }
}

function patternTypes({ patterns = [] }: ObjectConstraints): readonly Type[] {
  return patterns.map(({ type }) => type);
}

/** Returns the types that only constrain a type: what its values consist of is in {@link innerTypes}. */
export function constrainingTypes(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'array':
      return type.contains ? [type.contains.type] : [];
    case 'map':
      return constraintsOfObject(type);
    case 'record':
      return [...constraintsOfObject(type), ...(type.unevaluated ? [type.unevaluated] : [])];
    case 'intersection':
      return [type.unevaluatedProperties, type.unevaluatedItems].filter((one) => one !== undefined);
    case 'condition':
      return [type.if, type.then, type.else].filter((one) => one !== undefined);
    default:
      return [];
  }
}

function constraintsOfObject({ propertyNames, conditions = [] }: ObjectConstraints): readonly Type[] {
  return [...(propertyNames ? [propertyNames] : []), ...conditions];
}

/** Returns the names of the schemas that a type refers to, itself or in a part. */
export function referencesOf(type: Type): readonly string[] {
  if (type.kind === 'reference') return [type.name];
  const inner = [...innerTypes(type), ...constrainingTypes(type)].flatMap(referencesOf);
  if (type.kind !== 'record') return inner;
  return [...type.bases, ...inner, ...(type.discriminator?.mapping ?? []).map(({ schema }) => schema)];
}
