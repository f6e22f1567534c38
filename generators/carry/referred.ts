/** Puts shapes back that what stays still refers to. */
import { get, isObject, objectOf, referredSchemas, type Json, type JsonObject } from '../document/index.js';

/** The document with those shapes of the former one that it refers to and lacks, and those that they refer to. */
export function withReferred(root: JsonObject, former: JsonObject): JsonObject {
  const components = objectAt(root, 'components');
  const schemas = objectAt(components, 'schemas');
  const known = objectAt(objectAt(former, 'components'), 'schemas');
  const wanted = new Set(referredSchemas(root));
  const back: (readonly [string, Json])[] = [];
  // A set hands out what is added while it is walked.
  for (const name of wanted) {
    const shape = Object.hasOwn(schemas, name) ? undefined : get(known, name);
    if (shape === undefined) continue;
    back.push([name, shape]);
    for (const inner of referredSchemas(shape)) wanted.add(inner);
  }
  if (back.length === 0) return root;
  return { ...root, components: { ...components, schemas: objectOf([...Object.entries(schemas), ...back]) } };
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = get(object, key);
  return isObject(value) ? value : {};
}
