/** Writes a value as JSON: what cannot be said in JSON is refused, and a bigint is written with all its digits. */
import { checkFinite } from './check-finite.js';
import { WireError } from './wire-error.js';

/** @throws WireError NUMBER_NOT_FINITE, or VALUE_INVALID for what has no JSON at all */
export function jsonText(value: unknown, place: string): string {
  checkFinite(value, place);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // JSON.stringify refuses a bigint anywhere; the slower writer below is only for values that have one.
    text = write(value, '');
  }
  if (text === undefined) throw new WireError('VALUE_INVALID', `${place} has no form in JSON`);
  return text;
}

function write(value: unknown, key: string): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) as string | undefined;
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(key), key);
  if (Array.isArray(value)) return `[${value.map((item, index) => write(item, String(index)) ?? 'null').join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = write(member, name);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
