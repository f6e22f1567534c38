/** Finds the schemas that a part of a document refers to. */
import { isArray, isObject, type Json } from './json.js';

/** The prefix of a reference to a schema of the same document. */
export const schemaPointer = '#/components/schemas/';

/** Returns the name of the schema of each direct reference; names may repeat. */
export function referredSchemas(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(referredSchemas);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' && inner.startsWith(schemaPointer)
      ? [inner.slice(schemaPointer.length)]
      : referredSchemas(inner),
  );
}
