/** Compares named sets of states. */
import type { StateSet } from '../ir/index.js';
import { harmless } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import type { Pair } from './pair.js';
import { code, json, list } from './words.js';

export function compareStateSets(comparison: Comparison): void {
  const pair = comparison.pair();
  const before = new Map(comparison.older.api.stateSets.map((set) => [set.name, set]));
  const after = new Map(comparison.newer.api.stateSets.map((set) => [set.name, set]));
  for (const [name, set] of after) {
    const other = before.get(name);
    if (other === undefined) one(pair, set, 'added');
    else compareTwo(pair, other, set);
  }
  for (const [name, set] of before) if (!after.has(name)) one(pair, set, 'removed');
}

// The enums of the properties have the same values; changes of these say for whom they are breaking.
function compareTwo(pair: Pair, older: StateSet, newer: StateSet): void {
  const before = statesOf(older);
  const after = statesOf(newer);
  const come = after.filter((value) => !before.includes(value));
  const gone = before.filter((value) => !after.includes(value));
  if (come.length + gone.length === 0) return;
  const said = [
    ...(come.length > 0 ? [`gained ${list(come.map(json))}`] : []),
    ...(gone.length > 0 ? [`lost ${list(gone.map(json))}`] : []),
  ];
  pair.findings.push({
    kind: 'enum',
    subject: 'api',
    place: newer.name,
    before,
    after,
    effect: harmless,
    say: () => `The states ${code(newer.name)} ${list(said)}.`,
  });
}

function one(pair: Pair, set: StateSet, kind: 'added' | 'removed'): void {
  pair.findings.push({
    kind,
    subject: 'api',
    place: set.name,
    [kind === 'added' ? 'after' : 'before']: statesOf(set),
    effect: harmless,
    say: () => `The states ${code(set.name)} were ${kind}.`,
  });
}

function statesOf({ values }: StateSet): readonly string[] {
  return values.map(({ value }) => value);
}
