/** Removes the components that no operation of a document uses. */
import { at, get, isArray, isObject, objectOf, segmentsOf, type Json, type JsonObject } from '../document/index.js';

/** The places of named components: those of OpenAPI, and those of Swagger. Security schemes are used by name and kept. */
const pools: readonly (readonly string[])[] = [
  ...[
    'schemas',
    'parameters',
    'responses',
    'requestBodies',
    'headers',
    'examples',
    'links',
    'callbacks',
    'pathItems',
  ].map((kind) => ['components', kind]),
  ['definitions'],
  ['parameters'],
  ['responses'],
];

/** Returns the document without the components that are not reached from its other parts. */
export function withReachedComponents(root: JsonObject): JsonObject {
  const reached = reachedFrom(root);
  return pools.reduce((current, pool) => {
    const components = at(current, pool);
    if (!isObject(components)) return current;
    const used = Object.entries(components).filter(([name]) => reached.has(keyOf([...pool, name])));
    return replaced(current, pool, objectOf(used));
  }, root);
}

/** Returns the keys of all components that the rest of the document refers to, directly or through components. */
function reachedFrom(root: JsonObject): ReadonlySet<string> {
  const reached = new Set<string>();
  // Extensions of the document, such as `x-webhooks`, are no operations.
  const stated = Object.entries(withoutPools(root)).filter(([key]) => !key.startsWith('x-'));
  const waiting: Json[] = stated.map(([, value]) => value);
  const subtypes = subtypesOf(root);
  const reach = (reference: string): void => {
    const pool = pools.find((one) => reference.startsWith(`#/${one.join('/')}/`));
    const place = pool && segmentsOf(reference.slice(1)).slice(0, pool.length + 1);
    if (place === undefined || reached.has(keyOf(place))) return;
    reached.add(keyOf(place));
    const component = at(root, place);
    if (component !== undefined) waiting.push(component);
    // A value of a schema with a discriminator may be one of any schema that extends it.
    if (isObject(component) && get(component, 'discriminator') !== undefined)
      subtypes.get(keyOf(place))?.forEach(reach);
  };
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isArray(value)) waiting.push(...value);
    if (!isObject(value)) continue;
    const reference = get(value, '$ref');
    if (typeof reference === 'string') reach(reference);
    for (const schema of mappedSchemas(value)) reach(schema);
    waiting.push(...Object.values(value));
  }
  return reached;
}

/** Returns the references to the schemas that extend each schema by `allOf`, by the key of the extended one. */
function subtypesOf(root: JsonObject): ReadonlyMap<string, readonly string[]> {
  const subtypes = new Map<string, string[]>();
  for (const pool of [['components', 'schemas'], ['definitions']]) {
    const schemas = at(root, pool);
    for (const [name, schema] of isObject(schemas) ? Object.entries(schemas) : []) {
      const parts = isObject(schema) ? get(schema, 'allOf') : undefined;
      for (const part of isArray(parts) ? parts : []) {
        const reference = isObject(part) ? get(part, '$ref') : undefined;
        if (typeof reference !== 'string') continue;
        const key = keyOf(segmentsOf(reference.slice(1)));
        subtypes.set(key, [...(subtypes.get(key) ?? []), `#/${pool.join('/')}/${escaped(name)}`]);
      }
    }
  }
  return subtypes;
}

/** Returns the schemas of a discriminator's mapping, which are references or names. */
function mappedSchemas(value: JsonObject): readonly string[] {
  const discriminator = get(value, 'discriminator');
  const mapping = isObject(discriminator) ? get(discriminator, 'mapping') : undefined;
  if (!isObject(mapping)) return [];
  return Object.values(mapping).flatMap((schema) => {
    if (typeof schema !== 'string') return [];
    return schema.startsWith('#/') ? schema : `#/components/schemas/${escaped(schema)}`;
  });
}

function withoutPools(root: JsonObject): JsonObject {
  return pools.reduce(
    (current, pool) => (at(current, pool) === undefined ? current : replaced(current, pool, {})),
    root,
  );
}

function replaced(value: JsonObject, [key = '', ...rest]: readonly string[], content: JsonObject): JsonObject {
  const inner = get(value, key);
  return { ...value, [key]: rest.length === 0 ? content : replaced(isObject(inner) ? inner : {}, rest, content) };
}

function keyOf(place: readonly string[]): string {
  return JSON.stringify(place);
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
