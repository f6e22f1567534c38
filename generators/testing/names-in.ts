/** The names of everything that a document declares. */

/**
 * Returns the names of operations, schemas, parameters, headers, webhooks and callbacks, and the paths. Parameters, headers and responses
 * of the components to which nothing refers belong to no operation.
 */
export function namesIn(document: unknown): readonly string[] {
  const names = new Set<string>();
  collect(document, [], { names, text: JSON.stringify(document) });
  return [...names].filter((name) => !name.startsWith('x-'));
}

interface Collected {
  readonly names: Set<string>;
  /** The document, for references. */
  readonly text: string;
}

const named = new Set(['paths', 'schemas', 'headers', 'webhooks', 'callbacks', 'properties']);
const components = /^(?:components,)?(?:parameters|headers|responses|requestBodies|callbacks|pathItems),[^,]*$/;

function collect(value: unknown, path: readonly string[], collected: Collected): void {
  if (typeof value !== 'object' || value === null) return;
  const [key = ''] = path.slice(-1);
  const isData = key === 'example' || key === 'examples' || key.startsWith('x-');
  if (isData || (isComponent(path) && !isUsed(key, collected))) return;
  const { names } = collected;
  // Definitions inside a schema are those of no document.
  if (isNamed(path) && !isComponentList(path)) for (const name of Object.keys(value)) names.add(name);
  for (const [inner, entry] of Object.entries(value)) {
    if (inner === 'operationId' && typeof entry === 'string') names.add(entry);
    if (inner === 'name' && path.at(-2) === 'parameters' && typeof entry === 'string') names.add(entry);
    collect(entry, [...path, inner], collected);
  }
}

function isNamed(path: readonly string[]): boolean {
  const [key = ''] = path.slice(-1);
  // An entry of such a list, or a component, may have the name of one.
  const isList = named.has(key) && !named.has(path.at(-2) ?? '') && !isComponent(path);
  return isList || path.join() === 'definitions';
}

/** Whether the names are keys of components, which nobody sees. */
function isComponentList(path: readonly string[]): boolean {
  return ['components,headers', 'components,callbacks'].includes(path.join());
}

function isComponent(path: readonly string[]): boolean {
  return components.test(path.map((part) => part.replaceAll(',', '')).join());
}

function isUsed(name: string, { text }: Collected): boolean {
  return text.includes(JSON.stringify(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).slice(1));
}
