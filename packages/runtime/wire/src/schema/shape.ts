/** What a value may be, as plain data; every kind is one small interface. */
import type { ShapeRule } from './rule.js';

export type Shape =
  | TextShape
  | IntegerShape
  | NumberShape
  | BooleanShape
  | ChoiceShape
  | ListShape
  | MapShape
  | RecordShape
  | NullableShape
  | UnionShape
  | BytesShape
  | AnyShape
  | ReferenceShape;

export interface TextOptions {
  /** `date-time`, `cidr`, `ip-address`, `ipv4`, `ipv6`, `mac`, `byte`; others are not checked. */
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface TextShape extends TextOptions {
  readonly kind: 'text';
}

export interface NumberOptions {
  /** `int32`, `int64`, `uint8`, `uint16`, `uint32`, `uint64`. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values outside the bounds that have a meaning of their own. */
  readonly sentinels?: readonly number[];
  readonly rules?: readonly ShapeRule[];
}

export interface IntegerShape extends NumberOptions {
  readonly kind: 'integer';
}

export interface NumberShape extends NumberOptions {
  readonly kind: 'number';
}

export interface BooleanShape {
  readonly kind: 'boolean';
}

/** One of a list of values. An open one takes any other value of the same type too. */
export interface ChoiceShape {
  readonly kind: 'choice';
  readonly values: readonly (string | number)[];
  readonly open: boolean;
}

export interface ListShape {
  readonly kind: 'list';
  readonly items: Shape;
  readonly min?: number;
  readonly max?: number;
}

/** An object whose keys are data. */
export interface MapShape {
  readonly kind: 'map';
  readonly values: Shape;
}

export interface Field {
  readonly shape: Shape;
  readonly required: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** An object whose keys are named. Unknown keys always pass through. */
export interface RecordShape {
  readonly kind: 'record';
  readonly fields: Fields;
  readonly rules?: readonly ShapeRule[];
  /** What unknown keys hold, where they have a meaning. */
  readonly rest?: Shape;
}

export interface NullableShape {
  readonly kind: 'nullable';
  readonly of: Shape;
}

/** The first that fits. */
export interface UnionShape {
  readonly kind: 'union';
  readonly options: readonly Shape[];
}

export interface BytesShape {
  readonly kind: 'bytes';
}

export interface AnyShape {
  readonly kind: 'any';
}

/** Stands for a shape that is declared elsewhere, perhaps further down. */
export interface ReferenceShape {
  readonly kind: 'ref';
  readonly to: () => Shape;
}
