/** The schemas whose names are values: those of a discriminator that maps no value to them. */
import { get, isArray, isObject, type Json, type JsonObject } from './json.js';
import { decodedName, schemasIn } from './with-schema-names.js';

/** Returns the names of the schemas whose names objects contain. */
export function namesInDiscriminators(root: JsonObject): ReadonlySet<string> {
  const schemas = schemasIn(root);
  const found = new Set<string>();
  const add = (schema: JsonObject, names: readonly string[]): void => {
    const discriminator = get(schema, 'discriminator');
    const mapping = isObject(discriminator) ? get(discriminator, 'mapping') : undefined;
    const targets = isObject(mapping) ? Object.values(mapping).map((target) => nameOf(target) ?? target) : [];
    for (const name of names) if (!targets.includes(name)) found.add(name);
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const descendants = isDiscriminated(schema) ? descendantsOf(name, schemas) : [];
    // The name of a base is a value, too.
    if (descendants.length > 0) add(schema as JsonObject, [name, ...descendants]);
  }
  for (const union of unionsIn(root)) {
    add(union, [...referred(get(union, 'oneOf')), ...referred(get(union, 'anyOf'))]);
  }
  return found;
}

function isDiscriminated(value: Json): value is JsonObject {
  if (!isObject(value)) return false;
  const discriminator = get(value, 'discriminator');
  // Elsewhere `discriminator` may be the name of a property, or a part of a value.
  return typeof discriminator === 'string' || (isObject(discriminator) && 'propertyName' in discriminator);
}

function* unionsIn(value: Json): Iterable<JsonObject> {
  if (isDiscriminated(value)) yield value;
  if (isArray(value) || isObject(value)) for (const inner of Object.values(value)) yield* unionsIn(inner);
}

/** Returns the names of the schemas that extend a schema by `allOf`, and of those that extend them. */
function descendantsOf(name: string, schemas: JsonObject, found = new Set<string>()): readonly string[] {
  for (const [other, schema] of Object.entries(schemas)) {
    if (found.has(other) || !isObject(schema) || !referred(get(schema, 'allOf')).includes(name)) continue;
    found.add(other);
    descendantsOf(other, schemas, found);
  }
  return [...found];
}

function referred(list: Json | undefined): readonly string[] {
  if (!isArray(list)) return [];
  return list.flatMap((item) => (isObject(item) ? (nameOf(get(item, '$ref')) ?? []) : []));
}

/** Returns the name of the schema that a reference leads to. */
function nameOf(reference: Json | undefined): string | undefined {
  const [, escaped] =
    typeof reference === 'string' ? (/^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(reference) ?? []) : [];
  return escaped === undefined ? undefined : decodedName(escaped);
}
