/** Compares what a value has to fulfill besides the types of its parts: names of properties, types by patterns of names, conditions. */
import type { MapType, RecordType, Type } from '../ir/index.js';
import { effectOf } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { equalFacts } from './facts.js';
import { capitalized } from './optionality.js';
import type { ComparedPosition } from './pair.js';
import type { Side } from './side.js';
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

/** Constraints that are compared as a whole, since a part of one may mean more values or fewer. */
const wholeTerms = {
  conditions: 'conditions',
  unevaluated: 'types of properties that nothing else describes',
  unevaluatedProperties: 'types of properties that nothing else describes',
  unevaluatedItems: 'types of items that nothing else describes',
  contains: 'items that must be present',
} as const;

/** Compares what a type says of its whole value. A condition is one of a type without others. */
export function compareWholes(comparison: Comparison, at: ComparedPosition, older: Type, newer: Type): void {
  const partsOf = (type: Type): Readonly<Record<string, unknown>> =>
    type.kind === 'condition' ? { conditions: [type] } : { ...type };
  const [before, after] = [partsOf(older), partsOf(newer)];
  for (const [key, term] of Object.entries(wholeTerms)) {
    const [one, other] = [withoutNames(comparison.older, before[key]), withoutNames(comparison.newer, after[key])];
    if (equalFacts(one, other)) continue;
    const now = one === undefined ? 'now has' : other === undefined ? 'no longer has' : 'now has other';
    at.pair.findings.push({
      kind: 'constraint',
      subject: at.subject,
      place: at.place,
      ...(one !== undefined && { before: one }),
      ...(other !== undefined && { after: other }),
      effect: effectOf(one === undefined ? 'narrower' : other === undefined ? 'wider' : 'other'),
      say: () => `${capitalized(at.label)} ${now} ${term}.`,
    });
  }
}

const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

const textKeys = new Set(['title', 'description', 'example', 'examples', 'exampleOrder', 'extensions']);

/** Returns the facts of a constraint, with inline schemas in place of their names, which are made of their places. */
function withoutNames(side: Side, value: unknown, seen: readonly unknown[] = []): unknown {
  // Fields and names of properties have no order.
  if (Array.isArray(value)) return value.map((item) => withoutNames(side, item, seen)).sort(byText);
  if (typeof value !== 'object' || value === null) return value;
  const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
  const schema = kind === 'reference' ? side.schema(String(name)) : undefined;
  if (schema?.named === false) return seen.includes(name) ? name : withoutNames(side, schema.type, [...seen, name]);
  const entries = Object.entries(value).filter(([key]) => !textKeys.has(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNames(side, inner, seen)]));
}
