/** References to schemas by `$id` (JSON Schema 2020-12): each becomes a pointer into the file that contains the schema. */
import {
  at,
  get,
  isArray,
  isObject,
  isValue,
  namedObjects,
  objectOf,
  pointerOf,
  segmentsOf,
  type Json,
} from '../document/index.js';

/** A schema with an `$id`, or the whole file: references within it are relative to it. */
interface Resource {
  readonly uri: string;
  readonly path: readonly string[];
}

/** Files have no URI of their own: relative ones only have to be equal. */
const fileUri = 'lading://file/';

/** Returns the content of a file, in which no reference names the `$id` of a schema in it. */
export function withoutSchemaIds(content: Json): Json {
  if (!hasIds(content)) return content;
  const places = new Map<string, readonly string[]>();
  const file: Resource = { uri: fileUri, path: [] };
  walk(content, file, [], (value, resource, path) => {
    if (resource.path.length > 0 && resource.path.length === path.length && !places.has(resource.uri))
      places.set(resource.uri, path);
    const anchor = isObject(value) ? get(value, '$anchor') : undefined;
    const place = `${resource.uri}#${String(anchor)}`;
    if (typeof anchor === 'string' && resource.path.length > 0 && !places.has(place)) places.set(place, path);
  });
  if (places.size === 0) return content;
  return rewritten(content, file, [], (reference, { uri }) => {
    const target = URL.canParse(reference, uri) ? new URL(reference, uri) : undefined;
    if (target === undefined) return reference;
    const fragment = decodeURIComponent(target.hash.slice(1));
    target.hash = '';
    const path = places.get(target.href);
    if (path === undefined) return reference;
    const place =
      fragment === '' || fragment.startsWith('/')
        ? [...path, ...segmentsOf(fragment)]
        : places.get(`${target.href}#${fragment}`);
    return place === undefined || at(content, place) === undefined ? reference : `#${pointerOf(place)}`;
  });
}

function hasIds(value: Json): boolean {
  if (isArray(value)) return value.some(hasIds);
  if (!isObject(value)) return false;
  return typeof get(value, '$id') === 'string' || Object.values(value).some(hasIds);
}

function resourceOf(value: Json, around: Resource, path: readonly string[]): Resource {
  const id = isObject(value) ? get(value, '$id') : undefined;
  if (typeof id !== 'string' || path.length === 0 || !URL.canParse(id, around.uri)) return around;
  const uri = new URL(id, around.uri);
  uri.hash = '';
  return { uri: uri.href, path };
}

type VisitSchema = (value: Json, resource: Resource, path: readonly string[]) => void;

function walk(value: Json, around: Resource, path: readonly string[], visit: VisitSchema, areNames = false): void {
  if (!isArray(value) && !isObject(value)) return;
  const resource = areNames ? around : resourceOf(value, around, path);
  if (!areNames) visit(value, resource, path);
  for (const [key, inner] of Object.entries(value)) {
    if (isObject(value) && !areNames && isValue(key, inner, false)) continue;
    walk(inner, resource, [...path, key], visit, isObject(value) && !areNames && namedObjects.has(key));
  }
}

function rewritten(
  value: Json,
  around: Resource,
  path: readonly string[],
  change: (reference: string, resource: Resource) => string,
  areNames = false,
): Json {
  if (isArray(value)) return value.map((item, index) => rewritten(item, around, [...path, String(index)], change));
  if (!isObject(value)) return value;
  const resource = areNames ? around : resourceOf(value, around, path);
  return objectOf(
    Object.entries(value).map(([key, inner]): readonly [string, Json] => {
      if (!areNames && key === '$ref' && typeof inner === 'string') return [key, change(inner, resource)];
      if (!areNames && isValue(key, inner, false)) return [key, inner];
      return [key, rewritten(inner, resource, [...path, key], change, !areNames && namedObjects.has(key))];
    }),
  );
}
