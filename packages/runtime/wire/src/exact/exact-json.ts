/** Parses 64-bit integers in JSON as `bigint`, whatever their value; all other numbers are as in plain JSON. */
import { jsonText } from '../json-text.js';
import { hasLongNumbers, withLongNumbersQuoted } from './long-numbers.js';
import { wholeNumber } from './large-integers.js';

/**
 * Returns the codec for the bodies of a version. A 64-bit integer is a `bigint`, even if its value is small or written as
 * `1e3`; `null` stays `null`, and a number that is not an integer (`1.5`) is parsed as in plain JSON.
 */
export function exactJson({ responses, schemas }: ExactPlaces): JsonCodec {
  return {
    parse(text, operation) {
      const value: unknown = JSON.parse(text);
      const place = placeIn(responses, operation);
      if (place === undefined) return value;
      const source = hasLongNumbers(text) ? (JSON.parse(withLongNumbersQuoted(text)) as unknown) : value;
      return exactly(place, value, source, schemas);
    },
    stringify: (value) => jsonText(value, 'body'),
  };
}

/** @param source the same value, but numbers that a double may not represent are strings */
function exactly(place: Place, value: unknown, source: unknown, schemas: ExactPlaces['schemas']): unknown {
  if (place === true) return typeof value === 'number' ? wholeNumber(String(source)) : value;
  if (typeof place === 'string') {
    const schema = placeIn(schemas, place);
    return schema === undefined ? value : exactly(schema, value, source, schemas);
  }
  if (isSeveral(place) && place.length > 1) {
    return place.reduce<unknown>((result, one) => exactly(one, result, source, schemas), value);
  }
  if (!isObject(value) || !isObject(source)) return value;
  if (isSeveral(place)) {
    const [each] = place;
    if (each !== undefined) for (const key of Object.keys(value)) put(each, value, source, key, schemas);
  } else if (!Array.isArray(value)) {
    for (const [key, one] of Object.entries(place)) {
      if (Object.hasOwn(value, key)) put(one, value, source, key, schemas);
    }
  }
  return value;
}

function placeIn(table: ExactPlaces['schemas'], name: string): Place | undefined {
  return Object.hasOwn(table, name) ? (table[name] as Place | undefined) : undefined;
}

// Modifies the value in place, since it was just parsed. All its keys are own properties, even `__proto__`.
function put(
  place: Place,
  value: MutableObject,
  source: MutableObject,
  key: string,
  schemas: ExactPlaces['schemas'],
): void {
  value[key] = exactly(place, value[key], source[key], schemas);
}

type MutableObject = Record<string, unknown>;

function isObject(value: unknown): value is MutableObject {
  return typeof value === 'object' && value !== null;
}

function isSeveral(place: Place): place is readonly Place[] {
  return Array.isArray(place);
}

/** Parses and serializes JSON for a client. */
export interface JsonCodec {
  /** @param operation whose response is parsed */
  readonly parse: (text: string, operation: string) => unknown;
  readonly stringify: (value: unknown) => string;
}

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
