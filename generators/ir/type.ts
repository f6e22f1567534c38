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
  | IntersectionType
  | BytesType
  | ConditionType
  | AnyType
  | NeverType;

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

/** The limits of a number. */
interface NumberConstraints {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export interface IntegerType extends Nullable, NumberConstraints {
  readonly kind: 'integer';
  /** `int32`, `int64`, `uint8`, `uint16`, `uint32`, `uint64`; absent if the contract does not state it. */
  readonly format?: string;
  /** Special values outside of the limits: `-1` for "not calculated". */
  readonly sentinels?: readonly number[];
}

export interface NumberType extends Nullable, NumberConstraints {
  readonly kind: 'number';
  readonly format?: string;
}

export interface BooleanType extends Nullable {
  readonly kind: 'boolean';
}

/** An enum. An open one may have further values. */
export interface EnumType extends Nullable {
  readonly kind: 'enum';
  /** The type of the values; `mixed` if they have several types, or are objects or arrays. */
  readonly of: 'string' | 'integer' | 'number' | 'boolean' | 'mixed';
  readonly values: readonly EnumValue[];
  readonly open: boolean;
}

export interface EnumValue {
  readonly value: LiteralValue;
  readonly description?: string;
}

/** A constant of a document: any JSON value. */
export type LiteralValue =
  string | number | boolean | null | readonly LiteralValue[] | { readonly [name: string]: LiteralValue };

/** An array, or a tuple if the first items have types of their own. */
export interface ArrayType extends Nullable {
  readonly kind: 'array';
  /** The types of the first items. Items beyond `minItems` may be absent. */
  readonly prefixItems?: readonly Type[];
  /** The type of the items, or of those after the first ones. */
  readonly items: Type;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  /** The items of which there must be some. */
  readonly contains?: ContainedItems;
}

/** Items of a type, of which there must be at least `min`, or one, and at most `max`. */
export interface ContainedItems {
  readonly type: Type;
  readonly min?: number;
  readonly max?: number;
}

/** The constraints of objects. */
export interface ObjectConstraints {
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Properties that must be present, besides the required fields. */
  readonly required?: readonly string[];
  /** The type of the names of the properties, which are strings. */
  readonly propertyNames?: Type;
  /** The types of the properties whose names match a regular expression. */
  readonly patterns?: readonly PropertyPattern[];
  /** Conditions that the whole object fulfills. */
  readonly conditions?: readonly ConditionType[];
}

export interface PropertyPattern {
  readonly pattern: string;
  readonly type: Type;
}

/** An object with arbitrary keys. */
export interface MapType extends Nullable, ObjectConstraints {
  readonly kind: 'map';
  /** The type of the values, except for those whose keys match a pattern. */
  readonly values: Type;
}

/** An object with named keys. Readers accept unknown keys even if the document does not. */
export interface RecordType extends Nullable, ObjectConstraints {
  readonly kind: 'record';
  /** The schemas whose fields it also has. All of them are records. */
  readonly bases: readonly string[];
  readonly fields: readonly Field[];
  /** The type of the values of unknown keys, those of bases included, if the contract defines it. */
  readonly rest?: Type;
  /** Whether the document allows no keys but those of the own fields: those of bases are unknown keys, too. */
  readonly closed?: true;
  /** The type of the values of keys that neither the record nor a base or condition that applies describes. */
  readonly unevaluated?: Type;
  /** The schemas that extend this one, by the value of a property. */
  readonly discriminator?: Discriminator;
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
  readonly discriminator?: Discriminator;
  /** Whether a value of several of the types is invalid. */
  readonly exclusive?: true;
}

/** The property whose value tells which schema an object has. */
export interface Discriminator {
  readonly property: string;
  /** The name of the schema by the value of the property. Several values may name one schema, and one value several: {@link unambiguousValues}. */
  readonly mapping: readonly DiscriminatorValue[];
}

export interface DiscriminatorValue {
  readonly value: string;
  readonly schema: string;
}

/** Returns the values that name one schema. Schemas that share a value are told apart by their structure. */
export function unambiguousValues({ mapping }: Discriminator): readonly DiscriminatorValue[] {
  const shared = new Map<string, number>();
  for (const { value } of mapping) shared.set(value, (shared.get(value) ?? 0) + 1);
  return mapping.filter(({ value }) => shared.get(value) === 1);
}

/** A value that is of all of several types. */
export interface IntersectionType extends Nullable {
  readonly kind: 'intersection';
  readonly parts: readonly Type[];
  /** The type of the values of keys that no part which applies describes. */
  readonly unevaluatedProperties?: Type;
  /** The type of the items that no part which applies describes. */
  readonly unevaluatedItems?: Type;
}

/** Any value. One of the type `if` is also of the type `then`, and any other is of the type `else`. */
export interface ConditionType extends Nullable {
  readonly kind: 'condition';
  readonly if: Type;
  readonly then?: Type;
  readonly else?: Type;
}

/** Bytes that are not JSON: an archive, a raw stream. */
export interface BytesType extends Nullable {
  readonly kind: 'bytes';
}

/** Any JSON value. */
export interface AnyType extends Nullable {
  readonly kind: 'any';
}

/** No value. If it is nullable, `null` is the only value. */
export interface NeverType extends Nullable {
  readonly kind: 'never';
}
