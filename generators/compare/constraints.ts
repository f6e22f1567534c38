/** Compares constraints of a value: limits, lengths, patterns, formats. */
import type { IntegerType, ArrayType, MapType, NumberType, RecordType, StringType } from '../ir/index.js';
import { capitalized } from './optionality.js';
import { effectOf, combinedMovement, type Movement } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { json, list } from './sentence-parts.js';

export type ConstrainedType = StringType | IntegerType | NumberType | ArrayType | MapType | RecordType;

/** Reports one change for all constraints of a value. */
export function compareConstraints(at: ComparedPosition, older: ConstrainedType, newer: ConstrainedType): void {
  const before = constraintsOf(older);
  const after = constraintsOf(newer);
  const names = Object.keys(constraintTerms).filter(
    (name): name is ConstraintName => !equalFacts(before[name as ConstraintName], after[name as ConstraintName]),
  );
  if (names.length === 0) return;
  at.pair.findings.push({
    kind: 'constraint',
    subject: at.subject,
    place: at.place,
    before: pick(before, names),
    after: pick(after, names),
    effect: effectOf(combinedMovement(names.map((name) => movement(name, before[name], after[name])))),
    say: () =>
      `${capitalized(at.label)} ${list(names.map((name) => constraintPhrase(name, before[name], after[name])))}.`,
  });
}

const constraintTerms = {
  format: 'format',
  pattern: 'pattern',
  minLength: 'minimum length',
  maxLength: 'maximum length',
  minimum: 'minimum',
  maximum: 'maximum',
  exclusiveMinimum: 'exclusive minimum',
  exclusiveMaximum: 'exclusive maximum',
  multipleOf: 'divisor',
  sentinels: 'special values',
  minItems: 'minimum number of items',
  maxItems: 'maximum number of items',
  uniqueItems: 'uniqueness of items',
  minProperties: 'minimum number of properties',
  maxProperties: 'maximum number of properties',
  closed: 'exclusion of unknown properties',
} as const;
type ConstraintName = keyof typeof constraintTerms;
type Constraints = Readonly<Partial<Record<ConstraintName, unknown>>>;

function constraintsOf({ kind: _kind, nullable: _nullable, ...constraints }: ConstrainedType): Constraints {
  return constraints;
}

function pick(constraints: Constraints, names: readonly ConstraintName[]): Constraints {
  return Object.fromEntries(
    names.filter((name) => constraints[name] !== undefined).map((name) => [name, constraints[name]]),
  );
}

function constraintPhrase(name: ConstraintName, before: unknown, after: unknown): string {
  const what = `the ${constraintTerms[name]}`;
  // A constraint that holds or does not hold has no value.
  if (before === undefined) return after === true ? `now has ${what}` : `now has ${what} ${json(after)}`;
  if (after === undefined) return before === true ? `no longer has ${what}` : `no longer has ${what} ${json(before)}`;
  return `now has ${what} ${json(after)} instead of ${json(before)}`;
}

function movement(name: ConstraintName, before: unknown, after: unknown): Movement {
  // A format that is added or removed usually documents the existing values. Only a replaced format changes them.
  if (name === 'format') return formats(before, after);
  const added = before === undefined;
  if (added || after === undefined) return added === (name === 'sentinels') ? 'wider' : 'narrower';
  if (typeof before !== 'number' || typeof after !== 'number') return 'other';
  if (name === 'multipleOf') return multiples(before, after);
  return after > before === /min/i.test(name) ? 'narrower' : 'wider';
}

/** Every multiple of 6 is one of 3. */
function multiples(before: number, after: number): Movement {
  if (after % before === 0) return 'narrower';
  return before % after === 0 ? 'wider' : 'other';
}

function formats(before: unknown, after: unknown): Movement {
  if (before === undefined || after === undefined) return 'equal';
  if (includesFormat(after, before)) return 'wider';
  return includesFormat(before, after) ? 'narrower' : 'other';
}

function includesFormat(wide: unknown, narrow: unknown): boolean {
  return (
    typeof wide === 'string' && typeof narrow === 'string' && (includedFormats.get(wide)?.includes(narrow) ?? false)
  );
}

const includedFormats: ReadonlyMap<string, readonly string[]> = new Map([
  ['int64', ['int32', 'int16', 'int8', 'uint32', 'uint16', 'uint8']],
  ['int32', ['int16', 'int8', 'uint16', 'uint8']],
  ['int16', ['int8', 'uint8']],
  ['uint64', ['uint32', 'uint16', 'uint8']],
  ['uint32', ['uint16', 'uint8']],
  ['uint16', ['uint8']],
  ['double', ['float']],
]);
