/** The shapes that the operations of an interface use, themselves or through others. */
import { referencesOf, typesOf, type Api } from '../ir/index.js';

export function reached({ operations, schemas }: Api): ReadonlySet<string> {
  const types = new Map(schemas.map((schema) => [schema.name, schema.type]));
  const names = new Set(operations.flatMap(typesOf).flatMap(referencesOf));
  // A set hands out what is added while it is walked.
  for (const name of names) {
    const type = types.get(name);
    if (type !== undefined) referencesOf(type).forEach((inner) => names.add(inner));
  }
  return names;
}
