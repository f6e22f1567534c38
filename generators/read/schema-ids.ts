/** References to schemas by `$id` and by anchors (JSON Schema 2020-12): each becomes a pointer into the file that contains the schema. */
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

/** Returns the content of a file, in which no reference names the `$id` or the anchor of a schema in it. */
export function withoutSchemaIds(content: Json): Json {
  if (!hasIds(content)) return content;
  const places = placesIn(content);
  return rewritten(content, { uri: fileUri, path: [] }, [], (reference, { uri }) => {
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

/** Returns the path of the schema with an anchor, if the file itself has one, and not a schema with an `$id` in it. */
export function anchoredPath(content: Json, anchor: string): readonly string[] | undefined {
  return hasIds(content) ? placesIn(content).get(`${fileUri}#${anchor}`) : undefined;
}

/** Returns the paths of all schemas with an `$id` or an anchor, and of the file, by their URI. */
function placesIn(content: Json): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, readonly string[]>();
  const add = (uri: string, path: readonly string[]) => {
    if (!places.has(uri)) places.set(uri, path);
  };
  walk(content, { uri: fileUri, path: [] }, [], (value, resource, path) => {
    if (resource.path.length === path.length) add(resource.uri, path);
    const anchors = isObject(value) ? anchorKeywords.map((keyword) => get(value, keyword)) : [];
    for (const anchor of anchors) if (typeof anchor === 'string') add(`${resource.uri}#${anchor}`, path);
  });
  return places;
}

/** A reference that is not dynamic finds dynamic anchors, too. */
const anchorKeywords = ['$anchor', '$dynamicAnchor'];

function hasIds(value: Json): boolean {
  if (isArray(value)) return value.some(hasIds);
  if (!isObject(value)) return false;
  return (
    ['$id', ...anchorKeywords].some((key) => typeof get(value, key) === 'string') || Object.values(value).some(hasIds)
  );
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
