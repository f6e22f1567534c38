/** Removes the parts that are absent at a version according to the specification, even if a published document contains them. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';

const propertyMaps = new Set(['properties', 'headers']);

/** The prefix of the notes beside `deprecated`. */
const deprecation = 'x-lading-deprecated-';

/**
 * Removes what was removed before the version or added after it, and deprecations that are later than the version.
 *
 * @param isLater whether a version comes after this one
 */
export function asOf(root: JsonObject, isLater: (noted: string) => boolean): JsonObject {
  const noted = (value: Json, key: string) => {
    const version = isObject(value) ? get(value, `x-lading-${key}`) : undefined;
    return typeof version === 'string' ? isLater(version) : undefined;
  };
  const isAbsent = (value: Json) => noted(value, 'until') === false || noted(value, 'since') === true;
  const walk = (value: Json, key: string): Json => {
    if (isArray(value)) {
      const present = key === 'parameters' ? value.filter((entry) => !isAbsent(entry)) : value;
      return present.map((entry) => walk(entry, ''));
    }
    if (!isObject(value)) return value;
    const isDeprecatedLater = noted(value, 'deprecated-since') === true;
    const present = Object.entries(value).filter(([name, inner]) => {
      if (propertyMaps.has(key) || isMethod(name, inner)) return !isAbsent(inner);
      return !isDeprecatedLater || !(name === 'deprecated' || name.startsWith(deprecation));
    });
    const absent = absentProperties(value, isAbsent);
    return objectOf(
      present.flatMap(([name, inner]): readonly (readonly [string, Json])[] => {
        if (name !== 'required' || !isArray(inner)) return [[name, walk(inner, name)]];
        const left = inner.filter((entry) => typeof entry !== 'string' || !absent.includes(entry));
        return left.length === 0 ? [] : [[name, left]];
      }),
    );
  };
  return walk(root, '') as JsonObject;
}

/** The properties of an object schema that are absent. */
function absentProperties(value: JsonObject, isAbsent: (value: Json) => boolean): readonly string[] {
  const properties = get(value, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) => (isAbsent(inner) ? [name] : []));
}

function isMethod(name: string, value: Json): boolean {
  return (
    isObject(value) && Object.hasOwn(value, 'responses') && /^(get|put|post|delete|head|options|patch)$/.test(name)
  );
}
