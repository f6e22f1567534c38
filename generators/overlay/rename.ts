/** Renames schemas, operations, their methods and tags of documents. */
import {
  get,
  isArray,
  isObject,
  mapSchemas,
  namesInDiscriminators,
  objectOf,
  schemasIn,
  withFormerName,
  withSchemaNames,
  type Json,
  type JsonObject,
  type NameRules,
} from '../document/index.js';
import { mapOperations } from './map-operations.js';
import { tagsOf } from './operation-patterns.js';
import { collision, Renaming } from './renaming.js';
import type { VersionDocument } from './versions.js';

/**
 * Returns the versions with the names that the rules give.
 *
 * @throws CONFIG_STRUCTURE if a rule matches no name of any version, or if two names of a version become the same
 */
export function rename(
  versions: readonly VersionDocument[],
  { schemas, operations, methods, tags }: NameRules,
): readonly VersionDocument[] {
  const renamings = {
    schemas: new Renaming(schemas, 'names/schemas', 'schema'),
    operations: new Renaming(operations, 'names/operations', 'operation'),
    methods: new Renaming(methods, 'names/methods', 'operation'),
    tags: new Renaming(tags, 'names/tags', 'tag'),
  };
  const renamed = versions.map((version) => {
    const withIds = withOperationIds(version.document.root, renamings.operations, version.document.name);
    const withOperations = withMethods(withIds, renamings.methods, version.document.name);
    const root = withSchemas(withTags(withOperations, renamings.tags), renamings.schemas, version.document.name);
    return { ...version, document: { ...version.document, root } };
  });
  for (const renaming of Object.values(renamings)) renaming.assertAllUsed();
  return renamed;
}

function withSchemas(root: JsonObject, renaming: Renaming, document: string): JsonObject {
  if (renaming.isEmpty) return root;
  const newNames = new Map(Object.keys(schemasIn(root)).map((name) => [name, renaming.newName(name) ?? name]));
  const holders = new Map<string, string>();
  for (const [name, newName] of newNames) {
    const other = holders.get(newName);
    if (other !== undefined) throw collision('schemas', [other, name], newName, document);
    holders.set(newName, name);
  }
  return newNames.size === 0 ? root : withSchemaNames(withFormerNames(root, newNames), newNames);
}

/** Discriminators without a mapping send the names of schemas, which therefore remember them. */
function withFormerNames(root: JsonObject, newNames: ReadonlyMap<string, string>): JsonObject {
  const sent = namesInDiscriminators(root);
  return mapSchemas(root, (schema, name) => {
    const newName = newNames.get(name);
    if (!sent.has(name) || !isObject(schema) || newName === undefined) return schema;
    return withFormerName(schema, name, newName);
  });
}

function withOperationIds(root: JsonObject, renaming: Renaming, document: string): JsonObject {
  if (renaming.isEmpty) return root;
  const newIds = new Map<string, string>();
  const holders = new Map<string, string>();
  const mapped = mapOperations(root, (operation, { id, method, path }) => {
    const address = `${method} ${path}`;
    const newId = renaming.newName(...(id === undefined ? [] : [id]), address) ?? id;
    if (newId === undefined) return operation;
    const other = holders.get(newId);
    if (other !== undefined && other !== address) throw collision('operations', [other, address], newId, document);
    holders.set(newId, address);
    if (id !== undefined) newIds.set(id, newId);
    return { ...operation, operationId: newId };
  });
  return withLinks(mapped, newIds) as JsonObject;
}

/** Names the methods of operations by an extension, which a document may have as well. */
function withMethods(root: JsonObject, renaming: Renaming, document: string): JsonObject {
  if (renaming.isEmpty) return root;
  const holders = new Map<string, string>();
  return mapOperations(root, (operation, { id, method, path }) => {
    const address = `${method} ${path}`;
    const wanted = renaming.newName(...(id === undefined ? [] : [id]), address);
    if (wanted === undefined) return operation;
    const name = wanted.split('.').map(withLowerStart).join('.');
    const other = holders.get(name);
    if (other !== undefined && other !== address) throw collision('methods', [other, address], name, document);
    holders.set(name, address);
    return { ...operation, 'x-lading-method': name };
  });
}

/** `Store*` as `store.*` makes `store.create` of `StoreCreate`. */
function withLowerStart(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Links refer to operations by their IDs. */
function withLinks(value: Json, newIds: ReadonlyMap<string, string>): Json {
  if (isArray(value)) return value.map((item) => withLinks(item, newIds));
  if (!isObject(value)) return value;
  return objectOf(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'links' && isObject(inner)
        ? objectOf(Object.entries(inner).map(([name, link]) => [name, withOperationId(link, newIds)]))
        : withLinks(inner, newIds),
    ]),
  );
}

function withOperationId(link: Json, newIds: ReadonlyMap<string, string>): Json {
  const id = isObject(link) ? get(link, 'operationId') : undefined;
  return isObject(link) && typeof id === 'string' ? { ...link, operationId: newIds.get(id) ?? id } : link;
}

/** Tags may become the same, so that groups are joined; the description of the first one stays. */
function withTags(root: JsonObject, renaming: Renaming): JsonObject {
  if (renaming.isEmpty) return root;
  const newName = (tag: string) => renaming.newName(tag) ?? tag;
  const mapped = mapOperations(root, (operation) => {
    const tags = tagsOf(operation);
    return tags.length === 0 ? operation : { ...operation, tags: [...new Set(tags.map(newName))] };
  });
  const described = get(mapped, 'tags');
  if (!isArray(described)) return mapped;
  const tags = new Map<Json, Json>();
  for (const tag of described) {
    const [name, parent] = isObject(tag) ? [get(tag, 'name'), get(tag, 'parent')] : [];
    if (!isObject(tag) || typeof name !== 'string') continue;
    const renamed = { ...tag, name: newName(name), ...(typeof parent === 'string' && { parent: newName(parent) }) };
    if (!tags.has(renamed.name)) tags.set(renamed.name, renamed);
  }
  return { ...mapped, tags: [...tags.values()] };
}
