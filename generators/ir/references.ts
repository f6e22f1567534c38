/** References: the types of an operation, and the schemas that a type refers to. */
import type { Operation } from './operation.js';
import type { Type } from './type.js';

/** Returns the types of the parameters, body, headers and responses of an operation. */
export function typesOf({ parameters, body, responses }: Operation): readonly Type[] {
  return [
    ...parameters.map(({ type }) => type),
    ...(body?.content ?? []).map(({ type }) => type),
    ...responses.flatMap(({ headers, content }) => [...headers, ...content].map(({ type }) => type)),
  ];
}

/** Returns the names of the schemas that a type refers to, itself or in a part. */
export function referencesOf(type: Type): readonly string[] {
  switch (type.kind) {
    case 'reference':
      return [type.name];
    case 'array':
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
