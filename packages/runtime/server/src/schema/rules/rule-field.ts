/** Access to the properties that rules name. */
import type { Schema } from '@lading/runtime-wire';

export type ReadonlyObject = Readonly<Record<string, unknown>>;

export interface RuleField {
  /** The path in the rule, for example `RestartPolicy.Name`. */
  readonly path: string;
  /** The JSON pointer, for example `/RestartPolicy/Name`. */
  readonly pointer: string;
  readonly value: (object: ReadonlyObject) => unknown;
  readonly isGiven: (object: ReadonlyObject) => boolean;
}

export function ruleField(path: string, schema: Schema, segments: readonly string[]): RuleField {
  const isObject = isObjectSchema(schemaAt(segments, schema));
  const value = segments.map(propertyGetter).reduce((outer, inner) => (object) => inner(outer(object)));
  return {
    path,
    pointer: `/${segments.join('/')}`,
    value,
    isGiven: (object) => isGiven(value(object), isObject),
  };
}

/** Returns a function that returns the property of that name, or undefined if the value is not an object. */
export function propertyGetter(name: string): (value: unknown) => unknown {
  // Only names that every object inherits need a check for own properties.
  return name in Object.prototype
    ? (value) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined)
    : (value) => (isObject(value) ? value[name] : undefined);
}

export function isObject(value: unknown): value is ReadonlyObject {
  return typeof value === 'object' && value !== null;
}

/** Tells whether a value is given. @param isObject whether the value is an object that is given even if it is empty */
export function isGiven(value: unknown, isObject = false): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  return isObject || typeof value !== 'object' || hasEntries(value);
}

function hasEntries(value: object): boolean {
  if (Array.isArray(value)) return value.length > 0;
  // Without an array of its keys, which would only be counted.
  for (const key in value) return key !== undefined;
  return false;
}

/**
 * Tells whether an empty object of this schema is given: an object with named properties, or a map of any values, which
 * serves as a mark (`Global: {}`). Other empty maps, whose keys are data, are not given.
 */
function isObjectSchema(schema: Schema | undefined): boolean {
  return schema?.kind === 'object' || (schema?.kind === 'map' && unwrapSchema(schema.values).kind === 'any');
}

export function schemaAt(segments: readonly string[], schema: Schema): Schema | undefined {
  let current: Schema | undefined = unwrapSchema(schema);
  for (const segment of segments) {
    let next: Schema | undefined;
    if (segment === '[]') next = current?.kind === 'array' ? current.items : undefined;
    else if (current?.kind === 'object' && Object.hasOwn(current.fields, segment))
      next = current.fields[segment]?.schema;
    if (next === undefined) return undefined;
    current = unwrapSchema(next);
  }
  return current;
}

/** Returns the schema without `nullable` and references. */
export function unwrapSchema(schema: Schema): Schema {
  if (schema.kind === 'nullable') return unwrapSchema(schema.of);
  if (schema.kind === 'ref') return unwrapSchema(schema.to());
  return schema;
}
