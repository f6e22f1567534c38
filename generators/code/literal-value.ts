/** Constants of a document → literal types and literal values. */
import type { LiteralValue } from '../ir/index.js';
import { entryKey, literal, propertyKey } from './identifier.js';
import type { Code, TypeCode } from './tree.js';
import { objectType, tuple } from './type-trees.js';
import { list, object } from './value-trees.js';

/** Returns the type of which the constant is the only value. */
export function literalType(value: LiteralValue): TypeCode {
  if (isArray(value)) return tuple(value.map(literalType), value.length);
  if (typeof value !== 'object' || value === null) return scalar(value);
  const members = Object.entries(value);
  // No key is allowed where there is none: `{}` would be any value.
  if (members.length === 0) return objectType([['[key: string]', 'never']]);
  return objectType(members.map(([key, member]) => [propertyKey(key), literalType(member)]));
}

/** Returns the code of the constant. */
export function literalValue(value: LiteralValue): Code {
  if (isArray(value)) return list(value.map(literalValue));
  if (typeof value !== 'object' || value === null) return scalar(value);
  return object(Object.entries(value).map(([key, member]) => [entryKey(key), literalValue(member)]));
}

function scalar(value: string | number | boolean | null): string {
  return typeof value === 'string' ? literal(value) : String(value);
}

function isArray(value: LiteralValue): value is readonly LiteralValue[] {
  return Array.isArray(value);
}
