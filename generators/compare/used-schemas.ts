/** Returns the schemas that the operations of an API use, directly or through other schemas. */
import { everyOperation, referencesOf, typesOf, type Api } from '../ir/index.js';

export function usedSchemas(api: Api): ReadonlySet<string> {
  const types = new Map(api.schemas.map((schema) => [schema.name, schema.type]));
  const names = new Set(everyOperation(api).flatMap(typesOf).flatMap(referencesOf));
  // Iteration over a Set includes the entries added meanwhile.
  for (const name of names) {
    const type = types.get(name);
    if (type !== undefined) referencesOf(type).forEach((inner) => names.add(inner));
  }
  return names;
}
