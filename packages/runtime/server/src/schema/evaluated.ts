/** The properties and items that a schema evaluates: those that a keyword describes, of every part that applies to the value. */
import type { ArraySchema, ObjectSchema, PropertyConstraints, Schema } from '@lading/runtime-wire';
import { patternTest } from './pattern/pattern-test.js';
import { type Mode, type ReaderOf, fitsSchema } from './read-function.js';

/** Whether the property of a name, or the item at an index, is evaluated. */
type IsEvaluated = (key: string | number) => boolean;

const none: IsEvaluated = () => false;
const all: IsEvaluated = () => true;

/** @param value an object or array that fits the schema */
export function evaluatedBy(schema: Schema, value: object, mode: Mode, readerOf: ReaderOf): IsEvaluated {
  const by = (one: Schema | undefined) => (one === undefined ? none : evaluatedBy(one, value, mode, readerOf));
  const anyOf =
    (several: readonly IsEvaluated[]): IsEvaluated =>
    (key) =>
      several.some((one) => one(key));
  const fits = (one: Schema) => fitsSchema(one, value, mode, readerOf);
  switch (schema.kind) {
    case 'ref':
      return by(schema.to());
    case 'nullable':
      return by(schema.of);
    case 'union': {
      const { discriminator, options } = schema;
      const chosen = discriminator?.options[String((value as Record<string, unknown>)[discriminator.property])];
      return chosen === undefined ? anyOf(options.filter(fits).map(by)) : by(options[chosen]);
    }
    case 'intersection': {
      const { parts, unevaluatedProperties, unevaluatedItems } = schema;
      if (Array.isArray(value) ? unevaluatedItems : unevaluatedProperties) return all;
      return anyOf(parts.map(by));
    }
    case 'condition': {
      const isTested = fits(schema.if);
      return isTested ? anyOf([by(schema.if), by(schema.then)]) : by(schema.else);
    }
    case 'object':
      return evaluatedByObject(schema);
    case 'map':
      return schema.values.kind === 'any' ? byPattern(schema) : all;
    case 'array':
      return Array.isArray(value)
        ? evaluatedByArray(schema, value, (one, item) => fitsSchema(one, item, mode, readerOf))
        : none;
    default:
      return none;
  }
}

function evaluatedByObject(schema: ObjectSchema): IsEvaluated {
  if (schema.rest !== undefined || schema.closed === true) return all;
  const matches = byPattern(schema);
  return (key) => Object.hasOwn(schema.fields, key) || matches(key);
}

function byPattern({ patterns = [] }: PropertyConstraints): IsEvaluated {
  const tests = patterns.map(([pattern]) => patternTest(pattern));
  // A pattern that cannot be tested may match every key.
  return (key) => tests.some((test) => test?.(String(key)) ?? true);
}

function evaluatedByArray(
  { items, prefix = [], contains }: ArraySchema,
  value: readonly unknown[],
  fits: (schema: Schema, item: unknown) => boolean,
): IsEvaluated {
  if (items.kind !== 'any') return all;
  return (index) =>
    Number(index) < prefix.length || (contains !== undefined && fits(contains.schema, value[Number(index)]));
}
