/**
 * Encodes a value as JSON. Values that JSON cannot represent are rejected, and a bigint is written with all its digits.
 */
import { checkFinite } from './check-finite.js';
import { WireError } from './wire-error.js';

/**
 * Returns the value as JSON.
 *
 * @throws WireError NUMBER_NOT_FINITE, or VALUE_INVALID if JSON cannot represent the value
 */
export function jsonText(value: unknown, place: string): string {
  checkFinite(value, place);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // JSON.stringify rejects every bigint; the slower function below is only for values that contain one.
    text = encode(value, '');
  }
  if (text === undefined) throw new WireError('VALUE_INVALID', `${place} cannot be represented in JSON`);
  return text;
}

function encode(value: unknown, key: string): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) as string | undefined;
  if ('toJSON' in value && typeof value.toJSON === 'function') return encode(value.toJSON(key), key);
  if (Array.isArray(value)) return `[${value.map((item, index) => encode(item, String(index)) ?? 'null').join(',')}]`;
  const properties = Object.entries(value).flatMap(([name, propertyValue]) => {
    const text = encode(propertyValue, name);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${properties.join(',')}}`;
}
