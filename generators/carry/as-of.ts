/** Takes out what the specification knows not to be at a version, whatever a published document says of it. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';

const maps = new Set(['properties', 'headers']);

/** Said of what is deprecated, beside `deprecated` itself. */
const deprecation = 'x-lading-deprecated-';

/**
 * Without what ended before the version or came after it, and without deprecations that came after it.
 *
 * @param isLater whether a version comes after this one
 */
export function asOf(root: JsonObject, isLater: (noted: string) => boolean): JsonObject {
  const noted = (value: Json, key: string) => {
    const version = isObject(value) ? get(value, `x-lading-${key}`) : undefined;
    return typeof version === 'string' ? isLater(version) : undefined;
  };
  const isAway = (value: Json) => noted(value, 'until') === false || noted(value, 'since') === true;
  const walk = (value: Json, key: string): Json => {
    if (isArray(value)) {
      const kept = key === 'parameters' ? value.filter((entry) => !isAway(entry)) : value;
      return kept.map((entry) => walk(entry, ''));
    }
    if (!isObject(value)) return value;
    const isDeprecatedLater = noted(value, 'deprecated-since') === true;
    const kept = Object.entries(value).filter(([name, inner]) => {
      if (maps.has(key) || isMethod(name, inner)) return !isAway(inner);
      return !isDeprecatedLater || !(name === 'deprecated' || name.startsWith(deprecation));
    });
    const gone = awayIn(value, isAway);
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

/** Members of a record that are not there. */
function awayIn(value: JsonObject, isAway: (value: Json) => boolean): readonly string[] {
  const properties = get(value, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) => (isAway(inner) ? [name] : []));
}

function isMethod(name: string, value: Json): boolean {
  return (
    isObject(value) && Object.hasOwn(value, 'responses') && /^(get|put|post|delete|head|options|patch)$/.test(name)
  );
}
