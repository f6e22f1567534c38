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
  | IntersectionSchema
  | BytesSchema
  | ConditionSchema
  | AnySchema
  | NeverSchema
  | ReferenceSchema;

export interface StringOptions {
  /**
   * One of `date-time`, `date`, `time`, `uuid`, `email`, `hostname`, `uri`, `cidr`, `ip-address`, `ipv4`, `ipv6`, `mac`
   * and `byte`; other formats are not checked.
   */
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
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
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

/** A constant of an enum: any JSON value. */
export type EnumValue = string | number | boolean | readonly unknown[] | { readonly [name: string]: unknown };

/** One of several values. An open enum also accepts every other value of the same type. */
export interface EnumSchema {
  readonly kind: 'enum';
  readonly values: readonly EnumValue[];
  readonly open: boolean;
}

export interface ArraySchema {
  readonly kind: 'array';
  readonly items: Schema;
  readonly min?: number;
  readonly max?: number;
  /** The schemas of the first items of a tuple, which `items` does not concern. */
  readonly prefix?: readonly Schema[];
  /** Whether no two items may be equal. */
  readonly unique?: boolean;
  /** A schema that some of the items fit: at least `min`, or one, and at most `max`. */
  readonly contains?: { readonly schema: Schema; readonly min?: number; readonly max?: number };
}

/** The constraints of an object's properties as a whole. */
export interface PropertyConstraints {
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Properties that must be present, besides the required fields. */
  readonly required?: readonly string[];
  /** The schema of the keys, which are strings. */
  readonly keys?: Schema;
  /** The schemas of the properties whose keys match a regular expression, which `rest` and `values` do not concern. */
  readonly patterns?: readonly (readonly [pattern: string, schema: Schema])[];
}

/** An object whose keys are data. */
export interface MapSchema extends PropertyConstraints {
  readonly kind: 'map';
  readonly values: Schema;
}

export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** An object whose keys are named. Unknown keys pass through, unless it is closed. */
export interface ObjectSchema extends PropertyConstraints {
  readonly kind: 'object';
  readonly fields: Fields;
  readonly rules?: readonly SchemaRule[];
  /** The schema of unknown keys, if they have a meaning. */
  readonly rest?: Schema;
  /** Whether requests must not have unknown keys. Responses may: those of a newer server have some. */
  readonly closed?: boolean;
}

export interface NullableSchema {
  readonly kind: 'nullable';
  readonly of: Schema;
}

/** A value that fits one of several schemas. The first that fits is used. */
export interface UnionSchema {
  readonly kind: 'union';
  readonly options: readonly Schema[];
  /** Whether a value that fits several of them is invalid. */
  readonly exclusive?: boolean;
  readonly discriminator?: Discriminator;
}

/**
 * The property whose value chooses the option of an object. Any other value is that of an option which no value chooses, and
 * invalid if there is none.
 */
export interface Discriminator {
  readonly property: string;
  /** The index of the option by the value of the property. */
  readonly options: Readonly<Record<string, number>>;
}

/** A value that fits all of several schemas. */
export interface IntersectionSchema {
  readonly kind: 'intersection';
  readonly parts: readonly Schema[];
  /** The schema of the properties that no part which applies to the object describes. */
  readonly unevaluatedProperties?: Schema;
  /** The schema of the items that no part which applies to the array describes. */
  readonly unevaluatedItems?: Schema;
}

/** Any value. One that fits the schema `if` must fit `then` as well, and any other must fit `else`. */
export interface ConditionSchema {
  readonly kind: 'condition';
  readonly if: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
}

export interface BytesSchema {
  readonly kind: 'bytes';
}

export interface AnySchema {
  readonly kind: 'any';
}

/** No value fits. A property of this schema must be absent. */
export interface NeverSchema {
  readonly kind: 'never';
}

/** A reference to a schema that is declared elsewhere, perhaps later in the file. */
export interface ReferenceSchema {
  readonly kind: 'ref';
  readonly to: () => Schema;
}
