/** Where a rule looks, and whether something is given there. */
import type { Schema } from '@lading/runtime-wire';

export type Values = Readonly<Record<string, unknown>>;

export interface Place {
  /** `RestartPolicy.Name` */
  readonly path: string;
  /** `/RestartPolicy/Name` */
  readonly pointer: string;
  readonly value: (record: Values) => unknown;
  readonly isGiven: (record: Values) => boolean;
}

export function placeOf(path: string, schema: Schema, segments: readonly string[]): Place {
  const isObject = isObjectSchema(schemaAt(segments, schema));
  const value = segments.map(memberOf).reduce((outer, inner) => (record) => inner(outer(record)));
  return {
    path,
    pointer: `/${segments.join('/')}`,
    value,
    isGiven: (record) => isGiven(value(record), isObject),
  };
}

/** The property of that name, of whatever the value is. */
export function memberOf(name: string): (value: unknown) => unknown {
  // Only names that every object has need the question whose they are.
  return name in Object.prototype
    ? (value) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined)
    : (value) => (isObject(value) ? value[name] : undefined);
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

/** @param isObject whether it is an object with a meaning of its own, which counts even when it is empty */
export function isGiven(value: unknown, isObject = false): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  return isObject || typeof value !== 'object' || hasEntries(value);
}

function hasEntries(value: object): boolean {
  if (Array.isArray(value)) return value.length > 0;
  // No list of its keys only to count them.
  for (const key in value) return key !== undefined;
  return false;
}

/**
 * Whether an empty object of this shape says something: one with named properties, and one of which nothing is said at
 * all, which serves as a mark (`Global: {}`). An empty map, whose keys are data, is nothing.
 */
function isObjectSchema(schema: Schema | undefined): boolean {
  return schema?.kind === 'object' || (schema?.kind === 'map' && plain(schema.values).kind === 'any');
}

export function schemaAt(segments: readonly string[], schema: Schema): Schema | undefined {
  let at: Schema | undefined = plain(schema);
  for (const segment of segments) {
    let next: Schema | undefined;
    if (segment === '[]') next = at?.kind === 'array' ? at.items : undefined;
    else if (at?.kind === 'object' && Object.hasOwn(at.fields, segment)) next = at.fields[segment]?.schema;
    if (next === undefined) return undefined;
    at = plain(next);
  }
  return at;
}

/** The shape without what makes it nullable or only refers to it. */
export function plain(schema: Schema): Schema {
  if (schema.kind === 'nullable') return plain(schema.of);
  if (schema.kind === 'ref') return plain(schema.to());
  return schema;
}
