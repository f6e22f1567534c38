/** Restores removed schemas that the document still references. */
import { get, isObject, objectOf, referredSchemas, type Json, type JsonObject } from '../document/index.js';

/** Adds the schemas of the former document that the document references and lacks, and those that they reference. */
export function restoreReferencedSchemas(root: JsonObject, former: JsonObject): JsonObject {
  const components = objectAt(root, 'components');
  const schemas = objectAt(components, 'schemas');
  const formerSchemas = objectAt(objectAt(former, 'components'), 'schemas');
  const wanted = new Set(referredSchemas(root));
  const restored: (readonly [string, Json])[] = [];
  // Iteration over a Set includes the entries added meanwhile.
  for (const name of wanted) {
    const schema = Object.hasOwn(schemas, name) ? undefined : get(formerSchemas, name);
    if (schema === undefined) continue;
    restored.push([name, schema]);
    for (const inner of referredSchemas(schema)) wanted.add(inner);
  }
  if (restored.length === 0) return root;
  return { ...root, components: { ...components, schemas: objectOf([...Object.entries(schemas), ...restored]) } };
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = get(object, key);
  return isObject(value) ? value : {};
}
