/** Compares metadata: deprecation and constraints. */
import { ruleSentence } from '../code/index.js';
import type { Notes } from '../ir/index.js';
import { capital } from './optionality.js';
import { harmless, moved } from './breaking-changes.js';
import { rulesOf, type RuleFacts } from './facts.js';
import type { At } from './pair.js';
import { json, list } from './words.js';

/** Each side has the metadata of a position, of the schema at that position, or of both. */
export function compareNotes(at: At, older: readonly Notes[], newer: readonly Notes[]): void {
  compareDeprecated(at, older, newer);
  compareRules(at, older, newer);
}

function compareDeprecated(at: At, older: readonly Notes[], newer: readonly Notes[]): void {
  const before = older.some(({ deprecated }) => deprecated !== undefined);
  const after = newer.some(({ deprecated }) => deprecated !== undefined);
  if (before === after) return;
  at.pair.findings.push({
    kind: 'deprecated',
    subject: at.subject,
    place: at.place,
    before,
    after,
    effect: harmless,
    say: () => `${capital(at.label)} is ${after ? 'now' : 'no longer'} deprecated.`,
  });
}

function compareRules(at: At, older: readonly Notes[], newer: readonly Notes[]): void {
  if (![...older, ...newer].some(({ rules }) => rules !== undefined)) return;
  const before = rulesOf(...older);
  const after = rulesOf(...newer);
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, rule]) => rule);
  const come = [...after].filter(([key]) => !before.has(key)).map(([, rule]) => rule);
  if (gone.length + come.length === 0) return;
  const said = [
    ...(come.length > 0
      ? [`now has the constraint${come.length > 1 ? 's' : ''} ${list(come.map((rule) => quoted(rule, newer)))}`]
      : []),
    ...(gone.length > 0
      ? [`no longer has the constraint${gone.length > 1 ? 's' : ''} ${list(gone.map((rule) => quoted(rule, older)))}`]
      : []),
  ];
  at.pair.findings.push({
    kind: 'bound',
    subject: at.subject,
    place: at.place,
    before: { rules: gone },
    after: { rules: come },
    effect: moved(gone.length === 0 ? 'narrower' : come.length === 0 ? 'wider' : 'other'),
    say: () => `${capital(at.label)} ${said.join(' and ')}.`,
  });
}

/** Returns the sentence of a rule in its own version, or its facts as JSON if it has none. */
function quoted(facts: RuleFacts, notes: readonly Notes[]): string {
  const key = json(facts);
  const rules = notes.flatMap((note) => note.rules ?? []);
  const stated = rules.find((rule) => [...rulesOf({ rules: [rule] }).values()].some((own) => json(own) === key));
  const sentence = stated === undefined ? '' : ruleSentence(stated);
  return sentence === '' ? key : `“${sentence.replace(/\.$/, '')}”`;
}
