/** Compares metadata: deprecation and constraints. */
import { ruleSentence } from '../code/index.js';
import type { Notes } from '../ir/index.js';
import { capitalized } from './optionality.js';
import { nonBreaking, effectOf } from './breaking-changes.js';
import { rulesOf, type RuleFacts } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { json, list } from './sentence-parts.js';

/** Each side has the metadata of a position, of the schema at that position, or of both. */
export function compareNotes(at: ComparedPosition, older: readonly Notes[], newer: readonly Notes[]): void {
  compareDeprecated(at, older, newer);
  compareRules(at, older, newer);
}

function compareDeprecated(at: ComparedPosition, older: readonly Notes[], newer: readonly Notes[]): void {
  const before = older.some(({ deprecated }) => deprecated !== undefined);
  const after = newer.some(({ deprecated }) => deprecated !== undefined);
  if (before === after) return;
  at.pair.findings.push({
    kind: 'deprecated',
    subject: at.subject,
    place: at.place,
    before,
    after,
    effect: nonBreaking,
    say: () => `${capitalized(at.label)} is ${after ? 'now' : 'no longer'} deprecated.`,
  });
}

function compareRules(at: ComparedPosition, older: readonly Notes[], newer: readonly Notes[]): void {
  if (![...older, ...newer].some(({ rules }) => rules !== undefined)) return;
  const before = rulesOf(...older);
  const after = rulesOf(...newer);
  const removedRules = [...before].filter(([key]) => !after.has(key)).map(([, rule]) => rule);
  const addedRules = [...after].filter(([key]) => !before.has(key)).map(([, rule]) => rule);
  if (removedRules.length + addedRules.length === 0) return;
  const added = addedRules.map((facts) => stated(facts, newer));
  const removed = removedRules.map((facts) => stated(facts, older));
  const parts = [
    ...(added.length > 0 ? [`now has the constraint${plural(added)} ${list(added.map(quoted))}`] : []),
    ...(removed.length > 0 ? [`no longer has the constraint${plural(removed)} ${list(removed.map(quoted))}`] : []),
  ];
  at.pair.findings.push({
    kind: 'constraint',
    subject: at.subject,
    place: at.place,
    before: { rules: removedRules },
    after: { rules: addedRules },
    constraints: { added, removed },
    effect: effectOf(removedRules.length === 0 ? 'narrower' : addedRules.length === 0 ? 'wider' : 'other'),
    say: () => `${capitalized(at.label)} ${parts.join(' and ')}.`,
  });
}

/** Returns the sentence of a rule in its own version, or its facts as JSON if it has none. */
function stated(facts: RuleFacts, notes: readonly Notes[]): string {
  const key = json(facts);
  const rules = notes.flatMap((note) => note.rules ?? []);
  const rule = rules.find((each) => [...rulesOf({ rules: [each] }).values()].some((own) => json(own) === key));
  return (rule && ruleSentence(rule)) || key;
}

function quoted(sentence: string): string {
  return `“${sentence.replace(/\.$/, '')}”`;
}

function plural(list: readonly unknown[]): string {
  return list.length > 1 ? 's' : '';
}
