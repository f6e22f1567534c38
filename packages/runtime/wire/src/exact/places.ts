/** Describes where 64-bit integers are in a response, for generated code. */

/**
 * A place in a value. `true` is the value itself; a string, the schema of that name; an array of one place, every entry of
 * an array or map; a longer array, several places of the same value; an object, the properties of an object.
 */
export type Place = true | string | readonly Place[] | { readonly [field: string]: Place };

/** The places of a version: in the response of each operation, or the items of its stream, and in each schema. */
export interface ExactPlaces {
  readonly responses: Readonly<Record<string, WrittenPlace>>;
  readonly schemas: Readonly<Record<string, WrittenPlace>>;
}

/** A {@link Place} as the compiler accepts it in a table: a property may have the name of a method such as `valueOf`. */
type WrittenPlace = true | string | object | undefined;
