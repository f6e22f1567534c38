/** How the value of a query or header parameter becomes text. */
import { encodeBase64UrlJson, isBase64, toBase64Url } from './base64-url-json.js';
import { checkFinite } from './check-finite.js';
import { jsonText } from './json-text.js';
import { WireError } from './wire-error.js';

/**
 * - `plain`: a text, number, bigint or boolean as such;
 * - `repeated`: a list, each item a parameter of its own;
 * - `joined`: a list, its items joined by commas;
 * - `json`: as JSON; a text is taken for JSON already;
 * - `base64url-json`: as JSON in padded base64 for URLs; a text is taken for base64 already, and brought to that form.
 */
export type Encoding = 'plain' | 'repeated' | 'joined' | 'json' | 'base64url-json';

/** The texts of a value that is not undefined or null: one, or for `repeated` one per item. */
export function encodeValue(
  encoding: Encoding,
  value: unknown,
  place: string,
  stringify?: (value: unknown) => string,
): string[] {
  switch (encoding) {
    case 'plain':
      return [scalar(value, place)];
    case 'repeated':
      return list(value).map((item) => scalar(item, place));
    case 'joined': {
      return [
        list(value)
          .map((item) => scalar(item, place))
          .join(','),
      ];
    }
    case 'json':
      return [typeof value === 'string' ? value : json(value, place, stringify)];
    case 'base64url-json': {
      if (typeof value !== 'string') {
        checkFinite(value, place);
        return [encodeBase64UrlJson(value)];
      }
      if (!isBase64(value)) throw new WireError('BASE64_INVALID', `${place} is a text that is not base64`);
      return [toBase64Url(value)];
    }
  }
}

/** @throws WireError NUMBER_NOT_FINITE, or VALUE_INVALID for anything but a text, number, bigint or boolean */
export function scalar(value: unknown, place: string): string {
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
      throw new WireError('VALUE_INVALID', `${place} must be a text, a number or a boolean`);
  }
}

/** A value given alone is a list of one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function json(value: unknown, place: string, stringify?: (value: unknown) => string): string {
  if (stringify === undefined) return jsonText(value, place);
  checkFinite(value, place);
  return stringify(value);
}
