/** The questions of a bump, which a person has to decide. */
import { basename } from '../document/path.js';
import { likelyPathRenames } from '../conversion-rules/index.js';
import type { BumpPlan } from './plan-bump.js';

export interface Question {
  /** A question of kind `rule` blocks generation; the others do not. */
  readonly kind: 'rule' | 'correction' | 'fact' | 'meaning';
  readonly place: string;
  readonly question: string;
  readonly operations: readonly string[];
  /** For a rule, its `at`, one for each rule that is needed. */
  readonly at?: readonly string[];
}

/** All questions; those that block generation come first. */
export function questionsOf(plan: BumpPlan): readonly Question[] {
  return [...ruleQuestions(plan), ...correctionQuestions(plan), ...factQuestions(plan), ...meaningQuestions(plan)];
}

/** A question and all places that it concerns. */
export interface GroupedQuestion {
  readonly kind: Question['kind'];
  readonly question: string;
  /** Each with its operations. */
  readonly places: readonly string[];
}

/** Groups equal questions. */
export function groupQuestions(questions: readonly Question[]): readonly GroupedQuestion[] {
  const asked = new Map<string, GroupedQuestion>();
  for (const { kind, question, place, operations } of questions) {
    const former = asked.get(`${kind} ${question}`);
    const where = operations.length === 0 ? place : `${place} (${operations.join(', ')})`;
    asked.set(`${kind} ${question}`, { kind, question, places: [...(former?.places ?? []), where] });
  }
  return [...asked.values()];
}

function ruleQuestions({ undecided, older, newer }: BumpPlan): readonly Question[] {
  return undecided.map(({ direction, question, places, at, operations, rename, isWhole }) => {
    const ends = direction.endsWith('.downgrade')
      ? `${newer.version} → ${older.version}`
      : `${older.version} → ${newer.version}`;
    return {
      kind: 'rule',
      place: `${direction}, ${places.join(', ')}`,
      question: `${ends}: ${question}. ${rename === undefined ? '' : `Is it only renamed (${rename})? `}${isWhole ? 'Is it refused, or decided by a conversion hook around the operation?' : ways(direction)}`,
      operations,
      at,
    };
  });
}

function ways(direction: string): string {
  return direction.startsWith('request.')
    ? 'Is it dropped (with a warning?), refused, replaced, or decided by a conversion hook?'
    : 'Which value does the reader get: a default, a replacement, one filled from another place, or one from a conversion hook?';
}

function correctionQuestions({
  unmatched,
  inapplicable,
  appliedCorrections,
  conflicts,
  version,
  extends: base,
}: BumpPlan): readonly Question[] {
  const isApplied = (file: string) => appliedCorrections.some(({ correction }) => correction.file === file);
  return [
    ...inapplicable.map(({ file, target }) => ({
      kind: 'correction' as const,
      place: `${basename(file)}, ${target}`,
      question: `The correction matches neither document, so the one of ${base} is another edition, and our value is unchanged: does this edition contain the mistake?`,
      operations: [],
    })),
    ...unmatched.map(({ file, target, kind }) => ({
      kind: 'correction' as const,
      place: `${basename(file)}, ${target}`,
      question:
        kind === 'satisfied'
          ? `The document of ${version} already has the corrected value: does the correction apply to older versions only?`
          : `The correction does not match the document of ${version}: does the mistake no longer exist? If it has moved, ${isApplied(file) ? 'complete the correction' : 'write a correction'} for ${version}, with its evidence.`,
      operations: [],
    })),
    ...conflictsByPlace(conflicts, version),
  ];
}

/** One question for all conflicts of an array. */
function conflictsByPlace(conflicts: BumpPlan['conflicts'], version: string): readonly Question[] {
  const places = new Map<string, BumpPlan['conflicts'][number][]>();
  for (const conflict of conflicts) {
    const key = `${conflict.kind} ${conflict.path.join(' ')}`;
    places.set(key, [...(places.get(key) ?? []), conflict]);
  }
  return [...places.values()].map((group) => {
    const [{ kind, path } = { kind: 'diverged', path: [] as readonly string[] }] = group;
    const changedValues = group.map(({ before, after }) => `${shortJson(before)} → ${shortJson(after)}`).join(', ');
    const question =
      kind === 'corrected'
        ? `Only our corrections make the difference (${changedValues}), so our value is unchanged: is a correction missing at the new place?`
        : `The published value changed (${changedValues}), and ours was different from both: which one is right at ${version}?`;
    return { kind: 'correction' as const, place: path.join(' '), question, operations: [] };
  });
}

function shortJson(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Questions about facts of the document that may be mistakes. */
function factQuestions({
  unexplained,
  version,
  extends: base,
  skipsVersions,
  unwritten,
}: BumpPlan): readonly Question[] {
  return [
    ...(skipsVersions && unwritten.length > 0
      ? [
          {
            kind: 'fact' as const,
            place: 'each place above without a description',
            question: `There are versions between ${base} and ${version}: which one added or removed it? Write x-lading-since or x-lading-until.`,
            operations: [],
          },
        ]
      : []),
    ...unexplained.map(({ place, sentence, operations }) => ({
      kind: 'fact' as const,
      place,
      question: `Our document differs from the corrected published one: ${sentence} Is that right?`,
      operations,
    })),
  ];
}

/** Questions about behavior, which schemas cannot express. */
function meaningQuestions({ changes, descriptionChanges, older, newer, version }: BumpPlan): readonly Question[] {
  const changedDefaults = changes.filter(({ kind, direction }) => kind === 'default' && direction !== 'response');
  return [
    ...likelyPathRenames(older, newer).map((rename) => ({
      kind: 'meaning' as const,
      place: 'paths',
      question: `Are paths of ${older.version} only renamed in ${newer.version} (${rename})?`,
      operations: [],
    })),
    ...changedDefaults.map(({ place, sentence, operations }) => ({
      kind: 'meaning' as const,
      place,
      question: `${sentence} What happens if a client of ${older.version} omits it with an engine of ${newer.version}, and vice versa?`,
      operations,
    })),
    ...descriptionChanges.map(({ pointer, deprecates }) => ({
      kind: 'meaning' as const,
      place: pointer,
      question: deprecates
        ? `Only the description of ${version} mentions a deprecation: is it deprecated, and since which version? Write \`deprecated: true\` with x-lading-deprecated-since.`
        : 'The published description changed: does it describe a changed behavior, default, limit or status?',
      operations: [],
    })),
  ];
}
