/** Replaces or removes the operations of a document. */
import { at, get, isObject, objectOf, segmentsOf, type Json, type JsonObject } from '../document/index.js';
import { describedOperation, type DescribedOperation } from './operation-patterns.js';

/** The keys of a path item that are operations. Those of OpenAPI 3.2 with other methods are in `additionalOperations`. */
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** Returns the new operation, or undefined to remove it. */
type OperationMap = (operation: JsonObject, described: DescribedOperation) => JsonObject | undefined;

/** Returns the document with other operations in its paths and webhooks. A path item without operations is removed. */
export function mapOperations(root: JsonObject, map: OperationMap): JsonObject {
  return ['paths', 'webhooks'].reduce((current, key) => {
    const items = get(current, key);
    return isObject(items) ? { ...current, [key]: mappedItems(root, items, map) } : current;
  }, root);
}

function mappedItems(root: JsonObject, items: JsonObject, map: OperationMap): JsonObject {
  const mapped = Object.entries(items).flatMap(([path, item]): readonly (readonly [string, Json])[] => {
    if (!isObject(item) || path.startsWith('x-')) return [[path, item]];
    const changed = mappedItem(resolved(root, item), path, map);
    return changed === undefined ? [] : [[path, changed]];
  });
  return objectOf(mapped);
}

/** Returns the path item with the mapped operations, or undefined if it has none left. */
function mappedItem(item: JsonObject, path: string, map: OperationMap): JsonObject | undefined {
  const mappedEntry = (key: string, method: string, value: Json): readonly (readonly [string, Json])[] => {
    const changed = isObject(value) ? map(value, describedOperation(path, method, value)) : undefined;
    return changed === undefined ? [] : [[key, changed]];
  };
  const additional = get(item, 'additionalOperations');
  const entries = Object.entries(item)
    .filter(([key]) => key !== 'additionalOperations')
    .flatMap(([key, value]) =>
      methods.has(key) ? mappedEntry(key, key.toUpperCase(), value) : [[key, value] as const],
    );
  const others = isObject(additional)
    ? Object.entries(additional).flatMap(([key, value]) => mappedEntry(key, key, value))
    : [];
  if (others.length === 0 && !entries.some(([key]) => methods.has(key))) return undefined;
  return objectOf([...entries, ...(others.length > 0 ? [['additionalOperations', objectOf(others)] as const] : [])]);
}

/** Returns a path item with the content of the one that it refers to. */
function resolved(root: JsonObject, item: JsonObject): JsonObject {
  const { $ref: reference, ...own } = item;
  const target = typeof reference === 'string' ? at(root, segmentsOf(reference.replace(/^#/, ''))) : undefined;
  return isObject(target) ? { ...target, ...own } : item;
}
