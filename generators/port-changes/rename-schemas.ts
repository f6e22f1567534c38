/** Renames the schemas of a published document to the names of our specification. */
import { equal, get, schemasIn, withSchemaNames, type JsonObject } from '../document/index.js';
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
  const schemas = schemasIn(root);
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
  return withSchemaNames(root, new Map(schemaNames.map((name) => [name, newName(name)])));
}

function inputVariantOf(name: string, schemaNames: readonly string[]): string {
  const [, owner, own] = /^(.+)Input([A-Z].*)$/.exec(name) ?? [];
  return owner !== undefined && own !== undefined && schemaNames.includes(`${owner}Input`)
    ? `${owner}${own}Input`
    : name;
}
