/** Types of values. Each kind is an interface of immutable, plain data. */
import type { Field } from './schema.js';

/** The type of a value. */
export type Type =
  | StringType
  | IntegerType
  | NumberType
  | BooleanType
  | EnumType
  | ArrayType
  | MapType
  | RecordType
  | ReferenceType
  | UnionType
  | BytesType
  | AnyType;

interface Nullable {
  /** Whether the value may be `null`. */
  readonly nullable?: true;
}

export interface StringType extends Nullable {
  readonly kind: 'string';
  /** `date-time`, `cidr`, `ip-address`, `uri`, `base64url` … */
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface IntegerType extends Nullable {
  readonly kind: 'integer';
  /** `int32`, `int64`, `uint8`, `uint16`, `uint32`, `uint64`; absent if the contract does not state it. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Special values outside of the limits: `-1` for "not calculated". */
  readonly sentinels?: readonly number[];
}

export interface NumberType extends Nullable {
  readonly kind: 'number';
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface BooleanType extends Nullable {
  readonly kind: 'boolean';
}

/** An enum. An open one may have further values. */
export interface EnumType extends Nullable {
  readonly kind: 'enum';
  readonly of: 'string' | 'integer';
  readonly values: readonly EnumValue[];
  readonly open: boolean;
}

export interface EnumValue {
  readonly value: string | number;
  readonly description?: string;
}

export interface ArrayType extends Nullable {
  readonly kind: 'array';
  readonly items: Type;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An object with arbitrary keys. */
export interface MapType extends Nullable {
  readonly kind: 'map';
  readonly values: Type;
}

/** An object with named keys. Unknown keys are always allowed in messages. */
export interface RecordType extends Nullable {
  readonly kind: 'record';
  /** The schemas whose fields it also has. */
  readonly bases: readonly string[];
  readonly fields: readonly Field[];
  /** The type of the values of unknown keys, if the contract defines it. */
  readonly rest?: Type;
}

/** A reference to a schema of the API by its name. */
export interface ReferenceType extends Nullable {
  readonly kind: 'reference';
  readonly name: string;
}

/** A value of one of several types. */
export interface UnionType extends Nullable {
  readonly kind: 'union';
  readonly options: readonly Type[];
}

/** Bytes that are not JSON: an archive, a raw stream. */
export interface BytesType extends Nullable {
  readonly kind: 'bytes';
}

/** Any JSON value. */
export interface AnyType extends Nullable {
  readonly kind: 'any';
}
