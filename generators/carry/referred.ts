/** Puts shapes back that what stays still refers to. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';

const pointer = '#/components/schemas/';

/** The document with those shapes of the former one that it refers to and lacks, and those that they refer to. */
export function withReferred(root: JsonObject, former: JsonObject): JsonObject {
  const components = objectAt(root, 'components');
  const schemas = objectAt(components, 'schemas');
  const known = objectAt(objectAt(former, 'components'), 'schemas');
  const wanted = new Set(namesIn(root));
  const back: (readonly [string, Json])[] = [];
  // A set hands out what is added while it is walked.
  for (const name of wanted) {
    const shape = Object.hasOwn(schemas, name) ? undefined : get(known, name);
    if (shape === undefined) continue;
    back.push([name, shape]);
    for (const inner of namesIn(shape)) wanted.add(inner);
  }
  if (back.length === 0) return root;
  return { ...root, components: { ...components, schemas: objectOf([...Object.entries(schemas), ...back]) } };
}

function namesIn(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' && inner.startsWith(pointer)
      ? [inner.slice(pointer.length)]
      : namesIn(inner),
  );
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = get(object, key);
  return isObject(value) ? value : {};
}
