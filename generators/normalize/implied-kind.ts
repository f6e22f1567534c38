/** The type that a schema without `type` has by its keywords. */
import { get, isArray, isObject, type JsonObject } from '../document/index.js';

export function impliedKind(value: JsonObject): string | undefined {
  const objects = ['properties', 'additionalProperties', 'patternProperties', 'propertyNames'];
  if (objects.some((key) => isObject(get(value, key)))) return 'object';
  if (typeof (get(value, 'minProperties') ?? get(value, 'maxProperties')) === 'number') return 'object';
  const required = get(value, 'required');
  if (isArray(required) && required.length > 0) return 'object';
  return isObject(get(value, 'items')) || isArray(get(value, 'prefixItems')) ? 'array' : undefined;
}
