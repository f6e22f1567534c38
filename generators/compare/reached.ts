/** The shapes that the operations of an interface use, themselves or through others. */
import type { Api, Operation, Type } from '../ir/index.js';

export function reached({ operations, shapes }: Api): ReadonlySet<string> {
  const types = new Map(shapes.map((shape) => [shape.name, shape.type]));
  const names = new Set(operations.flatMap(typesOf).flatMap(referencesOf));
  // A set hands out what is added while it is walked.
  for (const name of names) {
    const type = types.get(name);
    if (type !== undefined) referencesOf(type).forEach((inner) => names.add(inner));
  }
  return names;
}

function typesOf({ parameters, body, answers }: Operation): readonly Type[] {
  return [
    ...parameters.map(({ type }) => type),
    ...(body?.content ?? []).map(({ type }) => type),
    ...answers.flatMap(({ headers, content }) => [...headers, ...content].map(({ type }) => type)),
  ];
}

function referencesOf(type: Type): readonly string[] {
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
