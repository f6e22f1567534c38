/** Encodings of query and header parameters. */
import { isBase64, toBase64Url } from './base64-url-json.js';
import { checkJson } from './check-finite.js';
import { WireError } from './wire-error.js';

/** How a value is encoded: a frequent encoding by its name, a style of OpenAPI, or a media type. */
export type Encoding = NamedEncoding | StyleEncoding | MediaTypeEncoding;

/** Encodings of parameters, by name. A name may be that of a property of `Object.prototype`, such as `toString`. */
export type Encodings = ByName | (ByName & Readonly<Record<keyof typeof Object.prototype, Encoding>>);

// Without the second alternative, TypeScript takes the type of a literal's property `toString` from Object and not from here.
type ByName = Readonly<Record<string, Encoding>>;

/**
 * The encodings with a name:
 *
 * - `plain`: a string, number, bigint or boolean;
 * - `repeated`: an array, each item as a separate parameter;
 * - `joined`: an array, its items joined by commas;
 * - `json`: JSON; a string is taken as JSON;
 * - `base64url-json`: JSON in padded base64url; a string is taken as base64 and normalized to padded base64url.
 */
export type NamedEncoding = 'plain' | 'repeated' | 'joined' | 'json' | 'base64url-json';

/** Writes a value as JSON. `JSON.stringify` rejects a bigint; `jsonText` writes it as a number. */
export type Stringify = (value: unknown) => string;

/** A style of OpenAPI, or `tabDelimited` of Swagger 2.0. */
export interface StyleEncoding {
  readonly style:
    'form' | 'simple' | 'label' | 'matrix' | 'spaceDelimited' | 'tabDelimited' | 'pipeDelimited' | 'deepObject';
  /** Whether each item or property is separate. */
  readonly explode?: true;
  /** Whether reserved characters remain as they are. */
  readonly allowReserved?: true;
}

export interface MediaTypeEncoding {
  readonly mediaType: string;
}

/** Returns the strings of a value that is not undefined or null: one, or for `repeated` one per item. */
export function encodeValue(encoding: Encoding, value: unknown, place: string, stringify?: Stringify): string[] {
  switch (encoding) {
    case 'plain':
      return [encodeScalar(value, place)];
    case 'repeated':
      return asArray(value).map((item) => encodeScalar(item, place));
    case 'joined': {
      return [
        asArray(value)
          .map((item) => encodeScalar(item, place))
          .join(','),
      ];
    }
    case 'json':
      return [typeof value === 'string' ? value : encodeJson(value, place, stringify)];
    case 'base64url-json': {
      if (typeof value !== 'string')
        // The copy has no `toJSON` that hides secrets.
        return [toBase64Url(Buffer.from(encodeJson(structuredClone(value), place, stringify)).toString('base64'))];
      if (!isBase64(value)) throw new WireError('BASE64_INVALID', `${place} is a string that is not base64`);
      return [toBase64Url(value)];
    }
    default:
      throw new WireError('ENCODING_UNSUPPORTED', `${place} has an encoding that is not supported`);
  }
}

/**
 * Encodes a scalar.
 *
 * @throws WireError NUMBER_NOT_FINITE, or VALUE_INVALID if it is not a string, number, bigint or boolean
 */
export function encodeScalar(value: unknown, place: string): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      if (Number.isFinite(value)) return String(value);
      throw new WireError('NUMBER_NOT_FINITE', `${place} is a number that is not finite`);
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      throw new WireError('VALUE_INVALID', `${place} must be a string, a number or a boolean`);
  }
}

/** Returns an array as it is, and a single value as an array of one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function encodeJson(value: unknown, place: string, stringify: Stringify = JSON.stringify): string {
  checkJson(value, place);
  const text: string | undefined = stringify(value);
  if (text === undefined) throw new WireError('VALUE_INVALID', `${place} cannot be represented in JSON`);
  return text;
}

/** What is before the first value, between exploded values, and between values that are not exploded. */
export const styleSeparators: Readonly<
  Record<StyleEncoding['style'], readonly [prefix: string, exploded: string, joined: string]>
> = {
  simple: ['', ',', ','],
  label: ['.', '.', ','],
  matrix: [';', ';', ','],
  form: ['', '&', ','],
  spaceDelimited: ['', '&', '%20'],
  tabDelimited: ['', '&', '%09'],
  pipeDelimited: ['', '&', '%7C'],
  deepObject: ['', '&', ','],
};
