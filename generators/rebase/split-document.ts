/** Splits a document into one file per resource group, one for the schemas that several groups use, and one for named examples. */
import { stringify } from 'yaml';
import { fileName, type OutputFile } from '../code/index.js';
import {
  get,
  isArray,
  isObject,
  objectOf,
  pointerOf,
  referredSchemas,
  schemaPointer,
  type Json,
  type JsonObject,
} from '../document/index.js';

const entry = 'openapi.yaml';
const common = 'common.yaml';
const examples = 'responses.yaml';

/** Splits a document. Reading and bundling the files returns the same document. Their paths are relative to one folder. */
export function splitDocument(root: JsonObject, version: string): readonly OutputFile[] {
  const paths = objectAt(root, 'paths');
  const schemas = objectAt(objectAt(root, 'components'), 'schemas');
  const fileOfPath = new Map(Object.entries(paths).map(([path, item]) => [path, groupFile(item)] as const));
  const fileOfSchema = filesOfSchemas(paths, schemas, fileOfPath);
  const files = [...new Set([...fileOfPath.values(), ...fileOfSchema.values()])]
    .filter((file) => file !== entry)
    .sort();
  const contents = files.map((file) => {
    const own = Object.entries(paths).filter(([path]) => fileOfPath.get(path) === file);
    const ownSchemas = Object.entries(schemas).filter(([name]) => fileOfSchema.get(name) === file);
    const relinkedValue = (value: Json) => relinked(value, file, fileOfSchema);
    return {
      path: file,
      text: textOf(file === common ? headOfCommon : headOfGroup(file), {
        ...(own.length > 0 && { paths: objectOf(own.map(([path, item]) => [path, relinkedValue(item)])) }),
        ...(ownSchemas.length > 0 && {
          components: { schemas: objectOf(ownSchemas.map(([name, schema]) => [name, relinkedValue(schema)])) },
        }),
      }),
    };
  });
  const text = JSON.stringify(root);
  // Reading takes from a further file what something refers to.
  const [named = [], unnamed = []] = [true, false].map((wanted) =>
    Object.entries(objectAt(objectAt(root, 'components'), 'examples')).filter(
      ([name]) => text.includes(`"#${pointerOf(['components', 'examples', name])}"`) === wanted,
    ),
  );
  return [
    { path: entry, text: textOf(headOfRoot(version), rootOf(root, fileOfPath, fileOfSchema, objectOf(unnamed))) },
    ...contents,
    ...(named.length === 0
      ? []
      : [{ path: examples, text: textOf(headOfExamples, { components: { examples: objectOf(named) } }) }]),
  ];
}

function rootOf(
  root: JsonObject,
  fileOfPath: ReadonlyMap<string, string>,
  fileOfSchema: ReadonlyMap<string, string>,
  unusedExamples: JsonObject,
): JsonObject {
  const components = objectAt(root, 'components');
  const unused = Object.entries(objectAt(components, 'schemas')).filter(([name]) => fileOfSchema.get(name) === entry);
  const others = Object.entries(components).filter(([key]) => key !== 'schemas' && key !== 'examples');
  const rootComponents = [
    ...others,
    ...(unused.length > 0 ? [['schemas', objectOf(unused)] as const] : []),
    ...(Object.keys(unusedExamples).length > 0 ? [['examples', unusedExamples] as const] : []),
  ];
  const parts = Object.entries(root).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    if (key === 'components')
      return rootComponents.length === 0 ? [] : [[key, relinked(objectOf(rootComponents), entry, fileOfSchema)]];
    if (key !== 'paths') return [[key, value]];
    const links = [...fileOfPath].map(([path, file]) => [path, { $ref: `./${file}#/paths${encoded(path)}` }] as const);
    return [[key, objectOf(links)]];
  });
  return objectOf(parts);
}

/** The file of each schema: that of its only group, the common file for several groups, the root file for none. */
function filesOfSchemas(
  paths: JsonObject,
  schemas: JsonObject,
  fileOfPath: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const users = new Map<string, Set<string>>(Object.keys(schemas).map((name) => [name, new Set()]));
  for (const [path, item] of Object.entries(paths)) {
    const reached = new Set(referredSchemas(item));
    // Iteration over a Set includes the entries added meanwhile.
    for (const name of reached) for (const next of referredSchemas(get(schemas, name) ?? null)) reached.add(next);
    for (const name of reached) users.get(name)?.add(fileOfPath.get(path) ?? common);
  }
  return new Map(
    [...users].map(([name, files]) => {
      const [only = entry] = files;
      return [name, files.size > 1 ? common : only];
    }),
  );
}

function relinked(value: Json, file: string, fileOfSchema: ReadonlyMap<string, string>): Json {
  if (isArray(value)) return value.map((inner) => relinked(inner, file, fileOfSchema));
  if (!isObject(value)) return value;
  return objectOf(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, relinked(inner, file, fileOfSchema)];
      const place = fileOfReference(inner, fileOfSchema) ?? file;
      return [key, place === file ? inner : `./${place}${inner}`];
    }),
  );
}

/** Returns the file of a component, by the reference to it. */
function fileOfReference(reference: string, fileOfSchema: ReadonlyMap<string, string>): string | undefined {
  if (reference.startsWith(schemaPointer)) return fileOfSchema.get(reference.slice(schemaPointer.length));
  if (reference.startsWith('#/components/examples/')) return examples;
  // Of Swagger 2.0, the root keeps all components.
  return /^#\/(components|definitions|parameters|responses)\//.test(reference) ? entry : undefined;
}

/** Returns the file of a path item, which is named after the tag of its first operation. */
function groupFile(item: Json): string {
  const operations = isObject(item) ? Object.values(item) : [];
  const tags = operations.flatMap((operation) => {
    const list = isObject(operation) ? get(operation, 'tags') : undefined;
    return isArray(list) ? list : [];
  });
  const [tag] = tags;
  return typeof tag === 'string' ? `${fileName(tag)}.yaml` : common;
}

function encoded(path: string): string {
  return pointerOf([path]).replaceAll('{', '%7B').replaceAll('}', '%7D');
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = get(object, key);
  return isObject(value) ? value : {};
}

function textOf(head: string, content: JsonObject): string {
  return `# ${head}\n\n${stringify(content, { lineWidth: 120, singleQuote: true, aliasDuplicateObjects: false, compat: 'yaml-1.1' })}`;
}

const headOfExamples = 'Named examples of requests and responses.';

const headOfCommon = 'Schemas that several resource groups use.';

function headOfGroup(file: string): string {
  return `The resource group ${file.replace('.yaml', '')}: its operations and schemas.`;
}

function headOfRoot(version: string): string {
  return `The root of the specification, version ${version}.`;
}
