/** Compares constraints of a value: limits, lengths, patterns, formats. */
import type { IntegerType, ListType, NumberType, StringType } from '../ir/index.js';
import { capital } from './optionality.js';
import { moved, together, type Movement } from './breaking-changes.js';
import { same } from './facts.js';
import type { At } from './pair.js';
import { json, list } from './words.js';

export type Bounded = StringType | IntegerType | NumberType | ListType;

/** Reports one change for all constraints of a value. */
export function compareBounds(at: At, older: Bounded, newer: Bounded): void {
  const before = boundsOf(older);
  const after = boundsOf(newer);
  const names = Object.keys(words).filter((name): name is Bound => !same(before[name as Bound], after[name as Bound]));
  if (names.length === 0) return;
  at.pair.findings.push({
    kind: 'bound',
    subject: at.subject,
    place: at.place,
    before: pick(before, names),
    after: pick(after, names),
    effect: moved(together(names.map((name) => movement(name, before[name], after[name])))),
    say: () => `${capital(at.label)} ${list(names.map((name) => said(name, before[name], after[name])))}.`,
  });
}

const words = {
  format: 'format',
  pattern: 'pattern',
  minLength: 'minimum length',
  maxLength: 'maximum length',
  minimum: 'minimum',
  maximum: 'maximum',
  sentinels: 'special values',
  minItems: 'minimum number of items',
  maxItems: 'maximum number of items',
} as const;
type Bound = keyof typeof words;
type Bounds = Readonly<Partial<Record<Bound, unknown>>>;

function boundsOf({ kind: _kind, nullable: _nullable, ...bounds }: Bounded): Bounds {
  return bounds;
}

function pick(bounds: Bounds, names: readonly Bound[]): Bounds {
  return Object.fromEntries(names.filter((name) => bounds[name] !== undefined).map((name) => [name, bounds[name]]));
}

function said(name: Bound, before: unknown, after: unknown): string {
  const what = `the ${words[name]}`;
  if (before === undefined) return `now has ${what} ${json(after)}`;
  if (after === undefined) return `no longer has ${what} ${json(before)}`;
  return `now has ${what} ${json(after)} instead of ${json(before)}`;
}

function movement(name: Bound, before: unknown, after: unknown): Movement {
  // A format that is added or removed usually documents the existing values. Only a replaced format changes them.
  if (name === 'format') return formats(before, after);
  const added = before === undefined;
  if (added || after === undefined) return added === (name === 'sentinels') ? 'wider' : 'narrower';
  if (typeof before !== 'number' || typeof after !== 'number') return 'other';
  return after > before === name.startsWith('min') ? 'narrower' : 'wider';
}

function formats(before: unknown, after: unknown): Movement {
  if (before === undefined || after === undefined) return 'same';
  if (holds(after, before)) return 'wider';
  return holds(before, after) ? 'narrower' : 'other';
}

function holds(wide: unknown, narrow: unknown): boolean {
  return typeof wide === 'string' && typeof narrow === 'string' && (inside.get(wide)?.includes(narrow) ?? false);
}

const inside: ReadonlyMap<string, readonly string[]> = new Map([
  ['int64', ['int32', 'int16', 'int8', 'uint32', 'uint16', 'uint8']],
  ['int32', ['int16', 'int8', 'uint16', 'uint8']],
  ['int16', ['int8', 'uint8']],
  ['uint64', ['uint32', 'uint16', 'uint8']],
  ['uint32', ['uint16', 'uint8']],
  ['uint16', ['uint8']],
  ['double', ['float']],
]);
