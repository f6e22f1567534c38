/** Schemas of values, as plain data: one interface for each kind. */
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
  /** One of `date-time`, `cidr`, `ip-address`, `ipv4`, `ipv6`, `mac` and `byte`; other formats are not checked. */
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface StringSchema extends StringOptions {
  readonly kind: 'string';
}

export interface NumberOptions {
  /** One of `int32`, `int64`, `uint8`, `uint16`, `uint32` and `uint64`. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values outside the limits that have a special meaning. */
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

/** One of several values. An open enum also accepts every other value of the same type. */
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
  /** The schema of unknown keys, if they have a meaning. */
  readonly rest?: Schema;
}

export interface NullableSchema {
  readonly kind: 'nullable';
  readonly of: Schema;
}

/** A value that fits one of several schemas. The first that fits is used. */
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

/** A reference to a schema that is declared elsewhere, perhaps later in the file. */
export interface ReferenceSchema {
  readonly kind: 'ref';
  readonly to: () => Schema;
}
