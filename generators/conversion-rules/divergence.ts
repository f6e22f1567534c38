/** A divergence: a place where the types of two versions differ. */
import type { ConversionValue, LiteralValue, Recursion, Type } from '../ir/index.js';
import type { ComparedSchemas } from './compared-schemas.js';
import type { IndexedApi } from './message-types.js';

/** A place where two types differ. */
export interface Divergence {
  /**
   * `only`: one version has the property. `null`: it is nullable in one version. `always`: one version requires it.
   * `values`: one version has more values. `variants`: one version has a variant that the other does not have, or variants
   * differ in a way that no path can address. `content`: one version has a media type, a status, or a body at all, that the
   * other does not have. `type`: the types are of different kinds. `recursion`: no difference, but a pair of schemas that contains
   * itself; only while types are compared.
   */
  readonly kind: 'only' | 'null' | 'always' | 'values' | 'variants' | 'content' | 'type' | 'recursion';
  /** The version that has more, or requires more. */
  readonly side: 'older' | 'newer';
  /** The path from the root of the two types. */
  readonly path: string;
  /** `Schema.property`, with the names of both versions. */
  readonly properties: readonly string[];
  /** Whether the version requires the property; for `null`, whether the other version does. */
  readonly required: boolean;
  /** The documented default of the version that requires the property. */
  readonly default?: ConversionValue;
  /** The constants of the variant of a union that the place is in, if the path alone leads into other variants as well. */
  readonly when: readonly ConstantCondition[];
  /** Whether the place is an item of an array or a value of a map, which can be left out. */
  readonly entry?: true;
  /** The nearest schemas that contain the place, by their names, and the path from there. */
  readonly owner: OwnerSchemas;
  /** The types at the place; undefined in a version without it. */
  readonly types: readonly [older: Type | undefined, newer: Type | undefined];
  /** Where schemas around the place contain themselves, so that it is there at any depth. */
  readonly recursion?: readonly Recursion[];
  /** For `recursion`, the pair of schemas. */
  readonly pair?: string;
  /** For `recursion`, the path of the same pair around it, once that is known. */
  readonly like?: string;
  /** For `recursion`, whether its path also leads into other types. */
  readonly isAmbiguous?: true;
}

/** The values of a property beside a place by which the variants of a union are told apart. */
export interface ConstantCondition {
  readonly of: string;
  readonly is: readonly LiteralValue[];
}

/** The nearest schemas that the documents name and that contain a place. */
export interface OwnerSchemas {
  /** The names in both versions; empty where the schema has none. */
  readonly names: readonly [older: string, newer: string];
  /** The path of the schemas from the root of the two types. */
  readonly path: string;
}

/** Two types at a place, and what the divergences in them have in common. */
export type Here = Omit<Divergence, 'kind' | 'side'>;

export interface IndexedVersions {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
  /** The divergences of pairs of schemas that were compared before. */
  readonly compared: ComparedSchemas;
}

/** Two types at one place. */
export type TypePair = readonly [older: Type, newer: Type];

/** Where two types are compared. */
export type ComparedPlace = Pick<Divergence, 'path' | 'properties' | 'owner' | 'when'>;

/** The root of a message. */
export const rootPlace = {
  path: '',
  properties: [],
  when: [],
  owner: { names: ['', ''], path: '' },
  types: [undefined, undefined],
} as const;
