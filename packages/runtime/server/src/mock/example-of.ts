/** The examples of an OpenAPI document. */

/** An OpenAPI 3 document, as `JSON.parse` returns it. */
export interface ExampleDocument {
  readonly paths?: Readonly<Record<string, unknown>>;
}

/** Returns the example of a response; undefined if there is none. */
export function exampleOf(document: ExampleDocument, path: string, method: string, status: number): unknown {
  const operation = property(property(document.paths, path), method.toLowerCase());
  const response = resolved(document, property(property(operation, 'responses'), String(status)));
  const [mediaType] = Object.values((property(response, 'content') ?? {}) as Record<string, unknown>);
  const single = property(mediaType, 'example');
  if (single !== undefined) return single;
  const [first] = Object.values((property(mediaType, 'examples') ?? {}) as Record<string, unknown>);
  return property(resolved(document, first), 'value');
}

/** Follows one reference within the document. */
function resolved(document: ExampleDocument, value: unknown): unknown {
  const reference = property(value, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return value;
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>((at, key) => property(at, key.replaceAll('~1', '/').replaceAll('~0', '~')), document);
}

function property(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
