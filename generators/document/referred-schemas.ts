/** The schemas of a document that a part of it refers to. */
import { isArray, isObject, type Json } from './json.js';

/** What begins a reference to a schema of the same document. */
export const schemaPointer = '#/components/schemas/';

/** Their names, as often as they are referred to; not those behind them. */
export function referredSchemas(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(referredSchemas);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' && inner.startsWith(schemaPointer)
      ? [inner.slice(schemaPointer.length)]
      : referredSchemas(inner),
  );
}
