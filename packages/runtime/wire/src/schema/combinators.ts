/**
 * Combinators that generated code declares schemas with. They only create data; nothing is compiled until a value is
 * read.
 */
import type { RuleValue, SchemaRule } from './rule.js';
import type {
  AnySchema,
  BooleanSchema,
  BytesSchema,
  ConditionSchema,
  Discriminator,
  EnumSchema,
  EnumValue,
  Field,
  Fields,
  IntegerSchema,
  IntersectionSchema,
  ArraySchema,
  MapSchema,
  NeverSchema,
  NullableSchema,
  NumberOptions,
  NumberSchema,
  ObjectSchema,
  PropertyConstraints,
  ReferenceSchema,
  Schema,
  StringOptions,
  StringSchema,
  UnionSchema,
} from './schema.js';

export const string: StringSchema = { kind: 'string' };
export const boolean: BooleanSchema = { kind: 'boolean' };
export const any: AnySchema = { kind: 'any' };
export const bytes: BytesSchema = { kind: 'bytes' };
export const never: NeverSchema = { kind: 'never' };

export function constrainedString(options: StringOptions = {}): StringSchema {
  return { kind: 'string', ...options };
}

export function integer(options: NumberOptions = {}): IntegerSchema {
  return { kind: 'integer', ...options };
}

export function number(options: NumberOptions = {}): NumberSchema {
  return { kind: 'number', ...options };
}

/** An enum of these values. It is closed unless `open` is set. */
export function enumOf(values: readonly EnumValue[], options: { readonly open?: boolean } = {}): EnumSchema {
  return { kind: 'enum', values, open: options.open === true };
}

export function arrayOf(
  items: Schema,
  options: Pick<ArraySchema, 'min' | 'max' | 'prefix' | 'unique' | 'contains'> = {},
): ArraySchema {
  return { kind: 'array', items, ...options };
}

export function mapOf(values: Schema, options: PropertyConstraints = {}): MapSchema {
  return { kind: 'map', values, ...options };
}

/** An object with named properties, each declared with `required(…)` or `optional(…)`. */
export function object(fields: Fields, options: Omit<ObjectSchema, 'kind' | 'fields'> = {}): ObjectSchema {
  return { kind: 'object', fields, ...options };
}

export function required(schema: Schema): Field {
  return { schema, required: true };
}

export function optional(schema: Schema): Field {
  return { schema, required: false };
}

export function nullable(schema: Schema): NullableSchema {
  return { kind: 'nullable', of: schema };
}

export function unionOf(options: readonly Schema[], discriminator?: Discriminator): UnionSchema {
  return { kind: 'union', options, ...(discriminator && { discriminator }) };
}

/** A union of which a value must fit exactly one option. */
export function oneOf(options: readonly Schema[], discriminator?: Discriminator): UnionSchema {
  return { kind: 'union', options, exclusive: true, ...(discriminator && { discriminator }) };
}

export function intersectionOf(
  parts: readonly Schema[],
  options: Pick<IntersectionSchema, 'unevaluatedProperties' | 'unevaluatedItems'> = {},
): IntersectionSchema {
  return { kind: 'intersection', parts, ...options };
}

/** A condition on values of any type. */
export function condition(tested: Schema, then: Schema | undefined, otherwise?: Schema): ConditionSchema {
  return { kind: 'condition', if: tested, ...(then && { then }), ...(otherwise && { else: otherwise }) };
}

export function ref(to: () => Schema): ReferenceSchema {
  return { kind: 'ref', to };
}

/** A rule of a schema, for example `rule('excludes', ['NanoCpus', 'CpuPeriod'], { description: '…' })`. */
export function rule(
  kind: SchemaRule['kind'],
  fields: readonly string[],
  options: { readonly value?: RuleValue; readonly description: string },
): SchemaRule {
  return { kind, ...(fields.length > 0 && { fields }), ...options };
}
