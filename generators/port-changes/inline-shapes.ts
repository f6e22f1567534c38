/** Restores, in published documents, the inline shapes of our document, for which their canonical form has schemas with names. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
import type { PublishedChanges } from './port-changes.js';

/** The most references in a shape, each followed: an inline shape is small. */
const MOST_REFERENCES = 1000;

type Schemas = ReadonlyMap<string, Json>;

/**
 * Returns the changes with those schemas in place of their references that the earlier document has and ours does not. Without this,
 * a change of such a schema would have no place in ours. Schemas that contain themselves, or too many others, remain references.
 */
export function withInlineShapes(ours: JsonObject, changes: PublishedChanges): PublishedChanges {
  const own = schemasOf(ours);
  const names = new Set([...schemasOf(changes.before).keys()].filter((name) => !own.has(name)));
  const isInline = (name: string) => names.has(changes.renamed.get(name) ?? name);
  if (names.size === 0) return changes;
  const { before, after, rawBefore, rawAfter } = changes;
  const inlined = (root: JsonObject) => expanded(root, isInline);
  return {
    ...changes,
    before: inlined(before),
    after: inlined(after),
    rawBefore: inlined(rawBefore),
    rawAfter: inlined(rawAfter),
  };
}

function expanded(root: JsonObject, isInline: (name: string) => boolean): JsonObject {
  const schemas = schemasOf(root);
  const shapes = new Map([...schemas].filter(([name]) => isInline(name)));
  const counts = new Map<string, number>();
  const used = new Map([...shapes].filter(([name]) => countReferences(name, shapes, counts) <= MOST_REFERENCES));
  const visit = (value: Json): Json => {
    const name = referenceOf(value);
    const target = name === undefined ? undefined : used.get(name);
    if (target !== undefined) return visit(target);
    if (isArray(value)) return value.map(visit);
    return isObject(value) ? objectOf(Object.entries(value).map(([key, each]) => [key, visit(each)])) : value;
  };
  const all = Object.entries(root).map(([key, value]): [string, Json] => {
    if (key !== 'components' || !isObject(value)) return [key, visit(value)];
    const remaining = [...schemas].filter(([name]) => !used.has(name));
    return [key, visit({ ...value, ...(schemas.size > 0 && { schemas: objectOf(remaining) }) })];
  });
  return objectOf(all);
}

/** Returns how many references a schema has after all are followed: infinitely many, if it contains itself. */
function countReferences(name: string, shapes: Schemas, counts: Map<string, number>): number {
  const counted = counts.get(name);
  if (counted !== undefined) return counted;
  counts.set(name, Infinity);
  let count = 0;
  for (const each of referencesIn(shapes.get(name) ?? null)) {
    count += 1 + (shapes.has(each) ? countReferences(each, shapes, counts) : 0);
  }
  counts.set(name, count);
  return count;
}

function* referencesIn(value: Json): Iterable<string> {
  const name = referenceOf(value);
  if (name !== undefined) yield name;
  if (isArray(value)) for (const each of value) yield* referencesIn(each);
  else if (isObject(value)) for (const each of Object.values(value)) yield* referencesIn(each);
}

function referenceOf(value: Json): string | undefined {
  const reference = isObject(value) ? get(value, '$ref') : undefined;
  return typeof reference === 'string' ? /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1] : undefined;
}

function schemasOf(root: JsonObject): Schemas {
  const components = get(root, 'components');
  const schemas = isObject(components) ? get(components, 'schemas') : undefined;
  return new Map(isObject(schemas) ? Object.entries(schemas) : []);
}
