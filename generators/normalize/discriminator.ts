/** Reads discriminators: the property whose value tells which schema an object has. */
import { at, get, isArray, isObject, nameBefore, type Json } from '../document/index.js';
import type { Discriminator, DiscriminatorValue, Type } from '../ir/index.js';
import type { Node, Source } from './source.js';

/** Reads the discriminator of a union whose options are named schemas. */
export function discriminatorOf(source: Source, node: Node, options: readonly Type[]): Discriminator | undefined {
  const schemaOf = (name: string) => at(source.document.root, [...source.schemasAt, name]);
  // The name of an inline schema is made up, and no value of the document.
  const names = options.flatMap((option) =>
    option.kind === 'reference' && schemaOf(option.name) !== undefined ? [option.name] : [],
  );
  const declared = declaredDiscriminator(source, node);
  if (declared === undefined || names.length === 0) return undefined;
  const { property } = declared;
  const mapping = withNames(declared.mapping, names, (name) => {
    return constantOf(source, schemaOf(name), property) ?? implicitValue(schemaOf(name), name);
  });
  // A value that the property of its schema excludes is none: that schema is told apart by its structure.
  const isPossible = ({ value, schema }: DiscriminatorValue) =>
    names.includes(schema) && constantsOf(source, schemaOf(schema), property).every((all) => all.includes(value));
  // In the order of the options: that of the values in a document means nothing.
  const inOrder = mapping.filter(isPossible).sort((a, b) => names.indexOf(a.schema) - names.indexOf(b.schema));
  return { property, mapping: inOrder };
}

/** Reads `discriminator`: a string in Swagger 2.0, an object later. @returns the values that the document maps */
export function declaredDiscriminator(source: Source, node: Node): Discriminator | undefined {
  const value = get(node.value, 'discriminator');
  if (typeof value === 'string') return { property: value, mapping: [] };
  const property = isObject(value) ? get(value, 'propertyName') : undefined;
  if (!isObject(value) || typeof property !== 'string') return undefined;
  // Any other value, or none, means the default schema: the property alone does not tell the schemas apart.
  if (get(value, 'defaultMapping') !== undefined) return undefined;
  const mapping = get(value, 'mapping');
  const entries = isObject(mapping) ? Object.entries(mapping) : [];
  return {
    property,
    mapping: entries.flatMap(([key, target]) => {
      if (typeof target !== 'string') return [];
      return [{ value: key, schema: source.schemaName(target) ?? target }];
    }),
  };
}

/**
 * Adds the names of the schemas that the document maps to no value: their names are the values.
 *
 * @param valueOf returns the value of a schema: {@link implicitValue}
 */
export function withNames(
  mapping: readonly DiscriminatorValue[],
  names: readonly string[],
  valueOf: (name: string) => string,
): readonly DiscriminatorValue[] {
  const implicit = names.filter(
    (name) => !mapping.some(({ schema, value }) => schema === name || value === valueOf(name)),
  );
  return [...mapping, ...implicit.map((name) => ({ value: valueOf(name), schema: name }))];
}

/** Returns the value of a schema that the document maps to no value: its name in the document, before it was renamed. */
export function implicitValue(schema: Json | undefined, name: string): string {
  // The extension of the publisher with the most documents, which uses it instead of a mapping.
  const own = isObject(schema) ? get(schema, 'x-ms-discriminator-value') : undefined;
  return own === undefined ? nameBefore(schema, name) : String(own);
}

/** Returns the enums of a property, each of which must list its value. @param read the schemas that were read */
function constantsOf(
  source: Source,
  schema: Json | undefined,
  property: string,
  read = new Set<Json>(),
): readonly (readonly Json[])[] {
  if (!isObject(schema) || read.has(schema)) return [];
  read.add(schema);
  const again = (inner: Json | undefined) => constantsOf(source, inner, property, read);
  const reference = get(schema, '$ref');
  const name = typeof reference === 'string' ? source.schemaName(reference) : undefined;
  const parts = get(schema, 'allOf');
  const declared = at(schema, ['properties', property]);
  const listed = isObject(declared) ? (get(declared, 'enum') ?? get(declared, 'const')) : undefined;
  return [
    ...(name === undefined ? [] : again(at(source.document.root, [...source.schemasAt, name]))),
    ...(isArray(parts) ? parts : []).flatMap(again),
    ...(listed === undefined ? [] : [(isArray(listed) ? listed : [listed]).map(String)]),
  ];
}

/**
 * Returns the only value that a schema allows for a property: no name of the schema could be its value.
 *
 * @param read the names of the bases that were read: many schemas may extend the same one, or themselves
 */
function constantOf(
  source: Source,
  schema: Json | undefined,
  property: string,
  read = new Set<string>(),
): string | undefined {
  if (!isObject(schema)) return undefined;
  const reference = get(schema, '$ref');
  const name = typeof reference === 'string' ? source.schemaName(reference) : undefined;
  if (name !== undefined) {
    if (read.has(name)) return undefined;
    read.add(name);
    return constantOf(source, at(source.document.root, [...source.schemasAt, name]), property, read);
  }
  const declared = at(schema, ['properties', property]);
  const values = isObject(declared) ? (get(declared, 'enum') ?? [get(declared, 'const') ?? null]) : undefined;
  const [value, ...others] = isArray(values) ? values : [];
  if (typeof value === 'string' && others.length === 0) return value;
  const parts = get(schema, 'allOf');
  return (isArray(parts) ? parts : [])
    .map((part) => constantOf(source, part, property, read))
    .find((found) => found !== undefined);
}
