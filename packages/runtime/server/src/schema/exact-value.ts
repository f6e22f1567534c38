/** Converts the 64-bit integers of a value to `bigint`, as its schema says. */
import type { ObjectSchema, Schema } from '@lading/runtime-wire';
import { patternTest } from './pattern/pattern-test.js';

/**
 * Returns the value with a `bigint` for each integer of format `int64` or `uint64`, and all else as it is. The given value
 * is not modified.
 */
export function exactValue(schema: Schema, value: unknown): unknown {
  switch (schema.kind) {
    case 'integer':
      return isInt64(schema.format) && Number.isInteger(value) ? BigInt(value as number) : value;
    case 'ref':
      return exactValue(schema.to(), value);
    case 'nullable':
      return value === null ? null : exactValue(schema.of, value);
    case 'union':
      return schema.options.reduce((result, option) => exactValue(option, result), value);
    case 'intersection':
      return schema.parts.reduce((result, part) => exactValue(part, result), value);
    case 'array':
      if (!Array.isArray(value)) return value;
      return value.map((item, index) => exactValue(schema.prefix?.[index] ?? schema.items, item));
    case 'map':
      return withEntries(value, (key) => byPattern(schema.patterns, key) ?? schema.values);
    case 'object':
      return withEntries(value, (key) => fieldOf(schema, key));
    default:
      return value;
  }
}

function isInt64(format: string | undefined): boolean {
  return format === 'int64' || format === 'uint64';
}

function fieldOf({ fields, patterns, rest }: ObjectSchema, key: string): Schema | undefined {
  return Object.hasOwn(fields, key) ? fields[key]?.schema : (byPattern(patterns, key) ?? rest);
}

function byPattern(patterns: ObjectSchema['patterns'] = [], key: string): Schema | undefined {
  return patterns.find(([pattern]) => patternTest(pattern)?.(key))?.[1];
}

/** Whether a value is an object of JSON, and not an array, a stream or a file. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function withEntries(value: unknown, schemaOf: (key: string) => Schema | undefined): unknown {
  if (!isPlainObject(value)) return value;
  const object = value as Readonly<Record<string, unknown>>;
  let result: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const schema = schemaOf(key);
    const exact = schema === undefined ? object[key] : exactValue(schema, object[key]);
    if (exact === object[key]) continue;
    // Not by an assignment to a literal, since a key may be `__proto__`.
    result ??= Object.fromEntries(Object.entries(object));
    result[key] = exact;
  }
  return result ?? value;
}
