/** Gives the texts of a parameter the types of its schema. */
import type { Schema } from '@lading/runtime-wire';
import { largeInteger } from '@lading/runtime-wire/exact';
import { chooseOption, fits, type OptionValue } from './choose-option.js';

/** A value on the wire, decoded: texts, and arrays and objects of them. */
export type Texts = string | readonly Texts[] | { readonly [name: string]: Texts };

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the value. A text that is not of the type remains a text, for the reader to reject. */
export function coerce(schema: Schema, value: unknown): unknown {
  switch (schema.kind) {
    case 'ref':
      return coerce(schema.to(), value);
    case 'nullable':
      return value === 'null' && !fits(schema.of, value) ? null : coerce(schema.of, value);
    case 'union':
      return coerceOptions(
        schema.options.map((option) => ({ schema: option, texts: value, value: coerce(option, value) })),
      );
    case 'intersection':
      return schema.parts.reduce((one, part) => coerce(part, one), value);
    case 'integer':
    case 'number':
      return typeof value === 'string' && number.test(value) ? largeInteger(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'enum':
      return schema.values.find((one) => hasTexts(one, value)) ?? value;
    case 'array': {
      const items = typeof value === 'string' ? (jsonOf(value, '[') ?? [value]) : (indexed(value) ?? value);
      if (!Array.isArray(items)) return value;
      return items.map((item, index) => coerce(schema.prefix?.[index] ?? schema.items, item));
    }
    case 'object':
      return coerceEntries(value, (name) =>
        Object.hasOwn(schema.fields, name) ? schema.fields[name]?.schema : schema.rest,
      );
    case 'map':
      return coerceEntries(value, () => schema.values);
    default:
      return value;
  }
}

/**
 * Returns the value of the option that it fits. The properties of an object that only other options declare have the types
 * that these state, as far as the object still fits.
 */
export function coerceOptions(values: readonly OptionValue[]): unknown {
  const value = chooseOption(values);
  const schema = values.find((one) => one.value === value)?.schema;
  if (schema === undefined || typeof value !== 'object' || value === null || !fits(schema, value)) return value;
  return values.reduce<unknown>((one, other) => {
    const more = other.schema === schema ? one : coerce(other.schema, one);
    return more !== one && fits(schema, more) ? more : one;
  }, value);
}

function coerceEntries(value: unknown, schemaOf: (name: string) => Schema | undefined): unknown {
  const object = typeof value === 'string' ? (jsonOf(value, '{') ?? value) : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => {
      const schema = schemaOf(name);
      return [name, schema === undefined ? one : coerce(schema, one)];
    }),
  );
}

/** Returns the items that some clients send by their indices: `name[0]=a&name[1]=b`. */
function indexed(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(value) : undefined;
}

/** Returns an object or array within a text, which styles send as JSON. */
function jsonOf(text: string, start: '{' | '['): unknown {
  if (!text.startsWith(start)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the texts on the wire are those of a constant. */
function hasTexts(constant: unknown, texts: unknown): boolean {
  if (typeof constant !== 'object' || constant === null) return String(constant) === texts;
  if (typeof texts !== 'object' || texts === null) return JSON.stringify(constant) === texts;
  const entries = Object.entries(constant);
  return (
    Array.isArray(constant) === Array.isArray(texts) &&
    entries.length === Object.keys(texts).length &&
    entries.every(([key, one]) => hasTexts(one, (texts as Readonly<Record<string, unknown>>)[key]))
  );
}
