/** Reader of enums, whose values may be of any type. */
import type { EnumSchema, EnumValue } from '@lading/runtime-wire';
import type { Reader } from './read-function.js';

export function enumReader({ values, open }: EnumSchema): Reader {
  const scalars = new Set<unknown>(values);
  const objects = values.filter((value) => typeof value === 'object');
  const types = new Set(values.map((value) => typeof value));
  const typeText = typeTextOf(values);
  const allowedText = values.map((value) => JSON.stringify(value)).join(', ');
  return (value, problems) => {
    if (scalars.has(value)) return value;
    if (!types.has(typeof value)) problems.add(`must be ${typeText}`);
    else if (!open && !objects.some((one) => isEqual(one, value)))
      problems.addRule(`must be one of ${allowedText}, not ${quoted(value)}`);
    return value;
  };
}

const typeTexts = { string: 'a string', boolean: 'a boolean', object: 'an object or array' };

function typeTextOf(values: readonly EnumValue[]): string {
  const areIntegers = values.every((value) => typeof value !== 'number' || Number.isInteger(value));
  const texts = values.map((value) => {
    if (typeof value === 'number') return areIntegers ? 'an integer' : 'a number';
    return typeTexts[typeof value as keyof typeof typeTexts];
  });
  return [...new Set(texts)].join(' or ') || 'a string';
}

/** Whether two JSON values are equal. The order of keys does not matter. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  if (left.length !== Object.keys(b).length) return false;
  return left.every(([key, value]) => Object.hasOwn(right, key) && isEqual(value, right[key]));
}

/** Returns the received value, shortened for a message. It is not a secret, since the schema is an enum. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
