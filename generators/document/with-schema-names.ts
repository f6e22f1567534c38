/** Renames the schemas of a document, and everything that refers to them. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from './json.js';

/** Returns the schemas of a document by name: `components.schemas`, or the `definitions` of Swagger 2.0. */
export function schemasIn(root: JsonObject): JsonObject {
  const components = get(root, 'components');
  const schemas = isObject(components) ? get(components, 'schemas') : get(root, 'definitions');
  return isObject(schemas) ? schemas : {};
}

/** @param newNames the new name of each schema that gets another one; no two schemas may get the same */
export function withSchemaNames(root: JsonObject, newNames: ReadonlyMap<string, string>): JsonObject {
  const schemas = Object.entries(schemasIn(root)).map(
    ([name, schema]) => [newNames.get(name) ?? name, schema] as const,
  );
  const whole = withSchemas(root, objectOf(schemas));
  const prefix = isObject(get(root, 'components')) ? '#/components/schemas/' : definitionPrefix;
  return withReferences(whole, { prefix, newNames }) as JsonObject;
}

/** Returns the document with the results of a function in place of its schemas. */
export function mapSchemas(root: JsonObject, change: (schema: Json, name: string) => Json): JsonObject {
  return withSchemas(
    root,
    objectOf(Object.entries(schemasIn(root)).map(([name, schema]) => [name, change(schema, name)])),
  );
}

function withSchemas(root: JsonObject, schemas: JsonObject): JsonObject {
  const components = get(root, 'components');
  return isObject(components) ? { ...root, components: { ...components, schemas } } : { ...root, definitions: schemas };
}

interface SchemaRenaming {
  /** What a reference to a schema begins with: `#/components/schemas/`. */
  readonly prefix: string;
  readonly newNames: ReadonlyMap<string, string>;
}

/** The objects whose keys are names of the document: what looks like a keyword there is none. */
export const namedObjects: ReadonlySet<string> = new Set([
  ...[
    'properties',
    'patternProperties',
    'dependentSchemas',
    'dependencies',
    'definitions',
    '$defs',
    'schemas',
    'parameters',
    'responses',
  ],
  ...['examples', 'requestBodies', 'headers', 'securitySchemes', 'callbacks', 'pathItems', 'paths', 'webhooks'],
  ...['content', 'encoding', 'variables', 'mediaTypes'],
]);

/** The prefix of references in Swagger 2.0. */
const definitionPrefix = '#/definitions/';

/**
 * Whether a keyword holds a value of the API, in which `$ref` is a property like any other. The parameters and the body of a
 * link are values, and no link refers to a schema; nor do the examples of Swagger 2.0, by media type.
 */
export function isValue(keyword: string, inner: Json, isSwagger: boolean): boolean {
  if (['default', 'enum', 'const', 'example', 'value', 'dataValue', 'links'].includes(keyword)) return true;
  if (keyword === 'examples') return isArray(inner) || isSwagger;
  return /^x-(?!lading-)/.test(keyword);
}

/** @param areNames whether the keys of an object are names of the document and no keywords */
function withReferences(value: Json, names: SchemaRenaming, areNames = false): Json {
  if (isArray(value)) return value.map((item) => withReferences(item, names));
  if (!isObject(value)) return value;
  if (areNames) return objectOf(Object.entries(value).map(([key, inner]) => [key, withReferences(inner, names)]));
  return objectOf(
    Object.entries(value).map(([key, inner]) => {
      if (key === '$ref' && typeof inner === 'string') return [key, newReference(inner, names)];
      if (isValue(key, inner, names.prefix === definitionPrefix)) return [key, inner];
      const mapping = key === 'discriminator' && isObject(inner) ? get(inner, 'mapping') : undefined;
      if (!isObject(mapping) || !isObject(inner)) return [key, withReferences(inner, names, namedObjects.has(key))];
      const targets = Object.entries(mapping).map(([name, target]) => [name, newTarget(target, names)] as const);
      return [key, { ...inner, mapping: objectOf(targets) }];
    }),
  );
}

/** A mapping names its schemas, or refers to them. */
function newTarget(target: Json, names: SchemaRenaming): Json {
  if (typeof target !== 'string') return target;
  return names.newNames.get(target) ?? newReference(target, names);
}

function newReference(reference: string, { prefix, newNames }: SchemaRenaming): string {
  if (!reference.startsWith(prefix)) return reference;
  const [segment = '', ...rest] = reference.slice(prefix.length).split('/');
  const newName = newNames.get(decodedName(segment));
  if (newName === undefined) return reference;
  return [prefix + encodeURIComponent(newName.replaceAll('~', '~0').replaceAll('/', '~1')), ...rest].join('/');
}

/** Returns the name in a segment of a reference. */
export function decodedName(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}
