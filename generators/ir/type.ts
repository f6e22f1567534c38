import type { Field } from './schema.js';
/** What a value may be. Every kind is one small interface; all are immutable and plain data. */
export type Type =
  | StringType
  | IntegerType
  | NumberType
  | BooleanType
  | EnumType
  | ListType
  | MapType
  | RecordType
  | ReferenceType
  | UnionType
  | BytesType
  | AnyType;

interface Nullable {
  /** `null` is sent or accepted in its place. */
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
  /** `int32`, `int64`, `uint8`, `uint16`, `uint32`, `uint64`; absent where the contract does not say. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values outside the bounds that have a meaning of their own: `-1` for "not calculated". */
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

/** One of a list of values. An open one is sent with further values too. */
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

export interface ListType extends Nullable {
  readonly kind: 'list';
  readonly items: Type;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An object whose keys are data. */
export interface MapType extends Nullable {
  readonly kind: 'map';
  readonly values: Type;
}

/** An object whose keys are named. Unknown keys are always allowed on the wire. */
export interface RecordType extends Nullable {
  readonly kind: 'record';
  /** Shapes whose fields it has too. */
  readonly bases: readonly string[];
  readonly fields: readonly Field[];
  /** What unknown keys hold, where the contract gives them a meaning. */
  readonly rest?: Type;
}

/** A shape of {@link Api.shapes}, by its name. */
export interface ReferenceType extends Nullable {
  readonly kind: 'reference';
  readonly name: string;
}

/** One of several. */
export interface UnionType extends Nullable {
  readonly kind: 'union';
  readonly options: readonly Type[];
}

/** Bytes that are no JSON: an archive, a raw stream. */
export interface BytesType extends Nullable {
  readonly kind: 'bytes';
}

/** Any JSON value. */
export interface AnyType extends Nullable {
  readonly kind: 'any';
}
