/** The names of everything that a document declares. */

/** Returns the names of operations, schemas, parameters, headers, webhooks and callbacks, and the paths. */
export function namesIn(document: unknown): readonly string[] {
  const names = new Set<string>();
  collect(document, [], names);
  return [...names].filter((name) => !name.startsWith('x-'));
}

const named = new Set(['paths', 'schemas', 'definitions', 'headers', 'webhooks', 'callbacks', 'properties']);

function collect(value: unknown, path: readonly string[], names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const [key = ''] = path.slice(-1);
  const isData = key === 'example' || key === 'examples' || key.startsWith('x-');
  if (isData) return;
  if (named.has(key) && path.at(-2) !== 'properties') for (const name of Object.keys(value)) names.add(name);
  for (const [inner, entry] of Object.entries(value)) {
    if (inner === 'operationId' && typeof entry === 'string') names.add(entry);
    if (inner === 'name' && path.at(-2) === 'parameters' && typeof entry === 'string') names.add(entry);
    collect(entry, [...path, inner], names);
  }
}
