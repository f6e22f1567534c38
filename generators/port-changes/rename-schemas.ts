/** Renames the schemas of a published document to the names of our specification. */
import { equal, get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
import type { Change } from '../ir/index.js';

/** Name in the published document → name in ours. */
export type SchemaNames = ReadonlyMap<string, string>;

/** The names that differ. @param changes from the published document to ours of the same version */
export function schemaNamesOf(changes: readonly Change[]): SchemaNames {
  return new Map(
    changes.flatMap(({ kind, subject, before, after }) =>
      kind === 'renamed' && subject === 'schema' && typeof before === 'string' && typeof after === 'string'
        ? [[before, after] as const]
        : [],
    ),
  );
}

/**
 * Renames the schemas of the document and all references to them. A schema without a known name keeps its own, except that a
 * schema within an input variant gets the suffix of input variants: `ToyInputColorOptions` becomes `ToyColorOptionsInput`.
 */
export function renameSchemas(root: JsonObject, names: SchemaNames): JsonObject {
  const components = get(root, 'components');
  const schemas = isObject(components) ? get(components, 'schemas') : undefined;
  if (!isObject(components) || !isObject(schemas)) return root;
  const known = Object.keys(schemas);
  const spelled = new Map(known.map((name) => [name, names.get(name) ?? inputVariantOf(name, known)] as const));
  const free = (name: string) => {
    const wanted = spelled.get(name) ?? name;
    // Another shape already called so keeps its name, unless both are the same.
    const holder = wanted === name ? undefined : get(schemas, wanted);
    const isTaken =
      spelled.get(wanted) === wanted && holder !== undefined && !equal(holder, get(schemas, name) ?? null);
    return isTaken ? name : wanted;
  };
  const spell = (value: Json): Json => {
    if (isArray(value)) return value.map(spell);
    if (!isObject(value)) return value;
    return objectOf(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? `${pointer}${free(inner.slice(pointer.length))}` : spell(inner),
      ]),
    );
  };
  const renamed = objectOf(Object.entries(schemas).map(([name, schema]) => [free(name), spell(schema)] as const));
  const rest = Object.entries(root).map(([key, value]) => [key, key === 'components' ? value : spell(value)] as const);
  return { ...objectOf(rest), components: { ...components, schemas: renamed } };
}

const pointer = '#/components/schemas/';

function inputVariantOf(name: string, known: readonly string[]): string {
  const [, owner, own] = /^(.+)Input([A-Z].*)$/.exec(name) ?? [];
  return owner !== undefined && own !== undefined && known.includes(`${owner}Input`) ? `${owner}${own}Input` : name;
}
