/** A test fixture: bodies of requests with nested objects that are empty, or have one property alone. */
import type { ValueSchema } from '../src/values/fill-required.js';

export type Json = Readonly<Record<string, unknown>>;
/** @returns the base with one more property, in each of the ways that its schema allows */
export function* partialBodies(schema: ValueSchema, base: Json): Iterable<Json> {
  for (const value of valuesOf(schema, [])) yield merged(base, value as Json);
}

function merged(base: unknown, value: unknown): Json {
  if (!isObject(base) || !isObject(value)) return value as Json;
  const result: Record<string, unknown> = { ...base };
  for (const [name, each] of Object.entries(value)) result[name] = name in result ? merged(result[name], each) : each;
  return result;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values of a schema, from the smallest on. Objects that contain themselves end at the second level. */
function* valuesOf(schema: ValueSchema, around: readonly ValueSchema[]): Iterable<unknown> {
  switch (schema.kind) {
    case 'ref': {
      const target = schema.to();
      if (around.filter((each) => each === target).length < 2) yield* valuesOf(target, [...around, target]);
      return;
    }
    case 'nullable':
      yield null;
      yield* valuesOf(schema.of, around);
      return;
    case 'object':
      yield {};
      for (const [name, field] of Object.entries(schema.fields))
        for (const value of valuesOf(field.schema, around)) yield { [name]: value };
      return;
    case 'map':
      yield {};
      for (const value of valuesOf(schema.values, around)) yield { x: value };
      return;
    case 'array':
      yield [];
      for (const value of valuesOf(schema.items, around)) yield [value];
      return;
    case 'union':
      for (const option of schema.options) yield* valuesOf(option, around);
      return;
    case 'enum':
      yield* schema.values;
      return;
    case 'integer':
    case 'number':
      yield 0;
      yield 1;
      return;
    case 'boolean':
      yield true;
      return;
    case 'string':
      yield '';
      yield '/x';
      yield 'x';
      return;
    default:
      yield {};
  }
}
