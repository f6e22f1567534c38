/** Compares two types whose references are resolved. */
import type { ArrayType, Type } from '../ir/index.js';
import { compareConstraints, type ConstrainedType } from './constraints.js';
import type { Movement } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { compareEnums, type EnumLike } from './enums.js';
import type { ComparedPosition } from './pair.js';
import { compareNames, comparePatterns, compareWholes } from './object-constraints.js';
import { entryPosition, valuePosition } from './positions.js';
import { compareIntersections, compareUnions, typeChanged } from './unions.js';

export function compareLike(comparison: Comparison, at: ComparedPosition, older: Type, newer: Type): void {
  if (older.kind === 'union' || newer.kind === 'union') return compareUnions(comparison, at, older, newer);
  if (older.kind === 'intersection' || newer.kind === 'intersection') {
    return compareIntersections(comparison, at, older, newer);
  }
  if (isListable(older) && isListable(newer) && (older.kind === 'enum' || newer.kind === 'enum')) {
    if (older.kind === newer.kind || base(older) === base(newer)) return compareEnums(at, older, newer);
  }
  if (older.kind === newer.kind) compareWholes(comparison, at, older, newer);
  if (older.kind !== newer.kind) return typeChanged(at, older, newer, movement(older, newer));
  if (isConstrained(older) && isConstrained(newer)) compareConstraints(at, older, newer);
  if (older.kind === 'array' && newer.kind === 'array') {
    compareItems(comparison, at, older, newer);
  }
  if (older.kind === 'map' && newer.kind === 'map') {
    comparison.values({ ...at, ...valuePosition(at) }, older.values, newer.values);
    compareNames(comparison, at, older, newer);
    comparePatterns(comparison, at, older, newer);
  }
}

/** Compares the items of arrays; the first ones of tuples one by one. */
function compareItems(comparison: Comparison, at: ComparedPosition, older: ArrayType, newer: ArrayType): void {
  const entry = { ...at, ...entryPosition(at) };
  comparison.values(entry, older.items, newer.items);
  const count = Math.max(older.prefixItems?.length ?? 0, newer.prefixItems?.length ?? 0);
  for (let index = 0; index < count; index += 1) {
    comparison.values(entry, older.prefixItems?.[index] ?? older.items, newer.prefixItems?.[index] ?? newer.items);
  }
}

function movement(older: Type, newer: Type): Movement {
  if (newer.kind === 'any' || older.kind === 'never') return 'wider';
  if (older.kind === 'any' || newer.kind === 'never') return 'narrower';
  if (older.kind === 'integer' && newer.kind === 'number') return 'wider';
  if (older.kind === 'number' && newer.kind === 'integer') return 'narrower';
  if (isAnyObject(older) && newer.kind === 'record') return 'narrower';
  if (older.kind === 'record' && isAnyObject(newer)) return 'wider';
  return 'other';
}

function isAnyObject(type: Type): boolean {
  return type.kind === 'map' && type.values.kind === 'any';
}

function isListable(type: Type): type is EnumLike {
  return ['enum', 'string', 'integer', 'number', 'boolean'].includes(type.kind);
}

function base(type: EnumLike): string {
  return type.kind === 'enum' ? type.of : type.kind;
}

function isConstrained(type: Type): type is ConstrainedType {
  return ['string', 'integer', 'number', 'array', 'map'].includes(type.kind);
}
