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
 * Renames the schemas of the document and all references to them. A schema without another name keeps its own, except that a
 * schema within an input variant gets the suffix of input variants: `ToyInputColorOptions` becomes `ToyColorOptionsInput`.
 */
export function renameSchemas(root: JsonObject, names: SchemaNames): JsonObject {
  const components = get(root, 'components');
  const schemas = isObject(components) ? get(components, 'schemas') : undefined;
  if (!isObject(components) || !isObject(schemas)) return root;
  const schemaNames = Object.keys(schemas);
  const wantedNames = new Map(
    schemaNames.map((name) => [name, names.get(name) ?? inputVariantOf(name, schemaNames)] as const),
  );
  const newName = (name: string) => {
    const wanted = wantedNames.get(name) ?? name;
    // A different schema that already has the name keeps it.
    const holder = wanted === name ? undefined : get(schemas, wanted);
    const isTaken =
      wantedNames.get(wanted) === wanted && holder !== undefined && !equal(holder, get(schemas, name) ?? null);
    return isTaken ? name : wanted;
  };
  const renamedIn = (value: Json): Json => {
    if (isArray(value)) return value.map(renamedIn);
    if (!isObject(value)) return value;
    return objectOf(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? `${pointer}${newName(inner.slice(pointer.length))}`
          : renamedIn(inner),
      ]),
    );
  };
  const renamed = objectOf(
    Object.entries(schemas).map(([name, schema]) => [newName(name), renamedIn(schema)] as const),
  );
  const rest = Object.entries(root).map(
    ([key, value]) => [key, key === 'components' ? value : renamedIn(value)] as const,
  );
  return { ...objectOf(rest), components: { ...components, schemas: renamed } };
}

const pointer = '#/components/schemas/';

function inputVariantOf(name: string, schemaNames: readonly string[]): string {
  const [, owner, own] = /^(.+)Input([A-Z].*)$/.exec(name) ?? [];
  return owner !== undefined && own !== undefined && schemaNames.includes(`${owner}Input`)
    ? `${owner}${own}Input`
    : name;
}
