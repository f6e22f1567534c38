/** What a value may be, as plain data; every kind is one small interface. */
import type { SchemaRule } from './rule.js';

export type Schema =
  | StringSchema
  | IntegerSchema
  | NumberSchema
  | BooleanSchema
  | EnumSchema
  | ArraySchema
  | MapSchema
  | ObjectSchema
  | NullableSchema
  | UnionSchema
  | BytesSchema
  | AnySchema
  | ReferenceSchema;

export interface StringOptions {
  /** `date-time`, `cidr`, `ip-address`, `ipv4`, `ipv6`, `mac`, `byte`; others are not checked. */
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface StringSchema extends StringOptions {
  readonly kind: 'string';
}

export interface NumberOptions {
  /** `int32`, `int64`, `uint8`, `uint16`, `uint32`, `uint64`. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values outside the bounds that have a meaning of their own. */
  readonly sentinels?: readonly number[];
  readonly rules?: readonly SchemaRule[];
}

export interface IntegerSchema extends NumberOptions {
  readonly kind: 'integer';
}

export interface NumberSchema extends NumberOptions {
  readonly kind: 'number';
}

export interface BooleanSchema {
  readonly kind: 'boolean';
}

/** One of a list of values. An open one takes any other value of the same type too. */
export interface EnumSchema {
  readonly kind: 'enum';
  readonly values: readonly (string | number)[];
  readonly open: boolean;
}

export interface ArraySchema {
  readonly kind: 'array';
  readonly items: Schema;
  readonly min?: number;
  readonly max?: number;
}

/** An object whose keys are data. */
export interface MapSchema {
  readonly kind: 'map';
  readonly values: Schema;
}

export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** An object whose keys are named. Unknown keys always pass through. */
export interface ObjectSchema {
  readonly kind: 'object';
  readonly fields: Fields;
  readonly rules?: readonly SchemaRule[];
  /** What unknown keys hold, where they have a meaning. */
  readonly rest?: Schema;
}

export interface NullableSchema {
  readonly kind: 'nullable';
  readonly of: Schema;
}

/** The first that fits. */
export interface UnionSchema {
  readonly kind: 'union';
  readonly options: readonly Schema[];
}

export interface BytesSchema {
  readonly kind: 'bytes';
}

export interface AnySchema {
  readonly kind: 'any';
}

/** Stands for a shape that is declared elsewhere, perhaps further down. */
export interface ReferenceSchema {
  readonly kind: 'ref';
  readonly to: () => Schema;
}
