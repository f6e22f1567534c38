/** Compares two types whose references are resolved. */
import type { EnumType, IntegerType, StringType, Type } from '../ir/index.js';
import { compareConstraints, type ConstrainedType } from './constraints.js';
import type { Movement } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { compareEnums } from './enums.js';
import type { ComparedPosition } from './pair.js';
import { entryPosition, valuePosition } from './positions.js';
import { typeChanged } from './type-changed.js';
import { compareUnions } from './unions.js';

export function compareLike(comparison: Comparison, at: ComparedPosition, older: Type, newer: Type): void {
  if (older.kind === 'union' || newer.kind === 'union') return compareUnions(comparison, at, older, newer);
  if (isListable(older) && isListable(newer) && (older.kind === 'enum' || newer.kind === 'enum')) {
    if (base(older) === base(newer)) return compareEnums(at, older, newer);
  }
  if (older.kind !== newer.kind) return typeChanged(at, older, newer, movement(older, newer));
  if (isConstrained(older) && isConstrained(newer)) compareConstraints(at, older, newer);
  if (older.kind === 'array' && newer.kind === 'array') {
    comparison.values({ ...at, ...entryPosition(at) }, older.items, newer.items);
  }
  if (older.kind === 'map' && newer.kind === 'map') {
    comparison.values({ ...at, ...valuePosition(at) }, older.values, newer.values);
  }
}

function movement(older: Type, newer: Type): Movement {
  if (newer.kind === 'any') return 'wider';
  if (older.kind === 'any') return 'narrower';
  if (older.kind === 'integer' && newer.kind === 'number') return 'wider';
  if (older.kind === 'number' && newer.kind === 'integer') return 'narrower';
  if (isAnyObject(older) && newer.kind === 'record') return 'narrower';
  if (older.kind === 'record' && isAnyObject(newer)) return 'wider';
  return 'other';
}

function isAnyObject(type: Type): boolean {
  return type.kind === 'map' && type.values.kind === 'any';
}

type Listable = EnumType | StringType | IntegerType;

function isListable(type: Type): type is Listable {
  return type.kind === 'enum' || type.kind === 'string' || type.kind === 'integer';
}

function base(type: Listable): 'string' | 'integer' {
  return type.kind === 'enum' ? type.of : type.kind;
}

function isConstrained(type: Type): type is ConstrainedType {
  return ['string', 'integer', 'number', 'array'].includes(type.kind);
}
