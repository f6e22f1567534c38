/** Compares named sets of states. */
import type { StateSet } from '../ir/index.js';
import { nonBreaking } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import type { ComparedPair } from './pair.js';
import { code, json, list } from './sentence-parts.js';

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
function compareTwo(pair: ComparedPair, older: StateSet, newer: StateSet): void {
  const before = statesOf(older);
  const after = statesOf(newer);
  const [states, newStates] = [new Set(before), new Set(after)];
  const addedStates = after.filter((value) => !states.has(value));
  const removedStates = before.filter((value) => !newStates.has(value));
  if (addedStates.length + removedStates.length === 0) return;
  const parts = [
    ...(addedStates.length > 0 ? [`gained ${list(addedStates.map(json))}`] : []),
    ...(removedStates.length > 0 ? [`lost ${list(removedStates.map(json))}`] : []),
  ];
  pair.findings.push({
    kind: 'enum',
    subject: 'api',
    place: newer.name,
    before,
    after,
    effect: nonBreaking,
    say: () => `The states ${code(newer.name)} ${list(parts)}.`,
  });
}

function one(pair: ComparedPair, set: StateSet, kind: 'added' | 'removed'): void {
  pair.findings.push({
    kind,
    subject: 'api',
    place: set.name,
    [kind === 'added' ? 'after' : 'before']: statesOf(set),
    effect: nonBreaking,
    say: () => `The states ${code(set.name)} were ${kind}.`,
  });
}

function statesOf({ values }: StateSet): readonly string[] {
  return values.map(({ value }) => value);
}
