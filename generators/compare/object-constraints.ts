/** Compares what an object allows beside its declared properties: names of properties, and types by patterns of names. */
import type { MapType, RecordType, Type } from '../ir/index.js';
import type { Comparison } from './comparison.js';
import type { ComparedPosition } from './pair.js';
import { namePosition, patternPosition } from './positions.js';

type ObjectType = MapType | RecordType;

const anything: Type = { kind: 'any' };

/** Compares the types of the names of properties. */
export function compareNames(comparison: Comparison, at: ComparedPosition, older: ObjectType, newer: ObjectType): void {
  if (older.propertyNames === undefined && newer.propertyNames === undefined) return;
  const string: Type = { kind: 'string' };
  comparison.values({ ...at, ...namePosition(at) }, older.propertyNames ?? string, newer.propertyNames ?? string);
}

/** Compares the types of the properties whose names match a pattern; patterns are compared by their text. */
export function comparePatterns(
  comparison: Comparison,
  at: ComparedPosition,
  older: ObjectType,
  newer: ObjectType,
): void {
  const before = new Map(older.patterns?.map(({ pattern, type }) => [pattern, type]));
  const after = new Map(newer.patterns?.map(({ pattern, type }) => [pattern, type]));
  for (const pattern of new Set([...before.keys(), ...after.keys()])) {
    comparison.values(
      { ...at, ...patternPosition(at, pattern) },
      before.get(pattern) ?? anything,
      after.get(pattern) ?? anything,
    );
  }
}
