/** Takes out what the specification knows to end at a version, whatever a published document still says of it. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';

const maps = new Set(['properties', 'headers']);

/** @param isOver whether `x-lading-until` of this version has come */
export function withoutEnded(root: JsonObject, isOver: (until: string) => boolean): JsonObject {
  const ends = (value: Json) => {
    const until = isObject(value) ? get(value, 'x-lading-until') : undefined;
    return typeof until === 'string' && isOver(until);
  };
  const walk = (value: Json, key: string): Json => {
    if (isArray(value)) {
      const kept = key === 'parameters' ? value.filter((entry) => !ends(entry)) : value;
      return kept.map((entry) => walk(entry, ''));
    }
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(
      ([name, inner]) => !(maps.has(key) || isMethod(name, inner)) || !ends(inner),
    );
    const gone = endedOf(value, ends);
    return objectOf(
      kept.flatMap(([name, inner]): readonly (readonly [string, Json])[] => {
        if (name !== 'required' || !isArray(inner)) return [[name, walk(inner, name)]];
        const left = inner.filter((entry) => typeof entry !== 'string' || !gone.includes(entry));
        return left.length === 0 ? [] : [[name, left]];
      }),
    );
  };
  return walk(root, '') as JsonObject;
}

/** Members of a record that end. */
function endedOf(value: JsonObject, ends: (value: Json) => boolean): readonly string[] {
  const properties = get(value, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) => (ends(inner) ? [name] : []));
}

function isMethod(name: string, value: Json): boolean {
  return (
    isObject(value) && Object.hasOwn(value, 'responses') && /^(get|put|post|delete|head|options|patch)$/.test(name)
  );
}
