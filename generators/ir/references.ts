/** What refers to what: the types that an operation carries, and the shapes that a type names. */
import type { Operation } from './operation.js';
import type { Type } from './type.js';

/** The types of an operation's parameters, body, headers and answers. */
export function typesOf({ parameters, body, responses }: Operation): readonly Type[] {
  return [
    ...parameters.map(({ type }) => type),
    ...(body?.content ?? []).map(({ type }) => type),
    ...responses.flatMap(({ headers, content }) => [...headers, ...content].map(({ type }) => type)),
  ];
}

/** The shapes a type names, itself or inside. */
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
