/** Where large integers stand in an answer, as generated code says it. */

/**
 * A place in a value: `true` the value itself; a text the shape of that name; a list of one every entry of a list or
 * map; a longer list several places of the same value; an object the fields of a record.
 */
export type Place = true | string | readonly Place[] | { readonly [field: string]: Place };

/** The places of a version: in the answer of each operation, or in the items of its stream, and in each shape. */
export interface ExactPlaces {
  readonly responses: Readonly<Record<string, WrittenPlace>>;
  readonly schemas: Readonly<Record<string, WrittenPlace>>;
}

/** A {@link Place} as the compiler takes it from a table: a field may have the name of a method, such as `valueOf`. */
type WrittenPlace = true | string | object | undefined;
