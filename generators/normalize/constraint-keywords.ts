/** The keywords of a schema: those that combine schemas, those that constrain values; the others are annotations. */
import { get, isArray, type Json, type JsonObject } from '../document/index.js';

export function isConstraint(key: string): boolean {
  return key === '$ref' || !(annotations.has(key) || key.startsWith('x-') || key.startsWith('$'));
}

const annotations = new Set([
  'description',
  'title',
  'example',
  'examples',
  'default',
  'definitions',
  'deprecated',
  'discriminator',
  'externalDocs',
  'id',
  'nullable',
  'readOnly',
  'writeOnly',
  'xml',
]);

/** Whether a schema has more than annotations. */
export function hasConstraints(value: JsonObject): boolean {
  return Object.keys(value).some(isConstraint);
}

/** Whether a schema consists of other schemas. */
export function isCombined(value: JsonObject): boolean {
  return typeof get(value, '$ref') === 'string' || ['allOf', 'oneOf', 'anyOf'].some((key) => isArray(get(value, key)));
}

/** An option without a type has that of the union. */
export function withType(option: JsonObject, type: Json | undefined): JsonObject {
  const isTyped = isCombined(option) || 'type' in option || Object.keys(option).length === 0;
  return typeof type !== 'string' || isTyped ? option : { type, ...option };
}
