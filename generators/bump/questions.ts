/** The questions of a bump that a person has to answer. */
import { basename } from 'node:path';
import type { BumpPlan } from './plan-bump.js';

export interface Question {
  /** `rule`: generation waits for the answer. The others do not block it. */
  readonly kind: 'rule' | 'patch' | 'fact' | 'meaning';
  readonly place: string;
  readonly question: string;
  readonly operations: readonly string[];
  /** For a rule: its `at`, except for the operations. */
  readonly at?: BumpPlan['undecided'][number]['at'];
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

/** Merges the questions of several operations about the same place. */
function ruleQuestions({ undecided, older, newer }: BumpPlan): readonly Question[] {
  const merged = new Map<string, Question>();
  for (const { direction, question, at, path, operation } of undecided) {
    const place = `${direction}, ${placeText(at, path)}`;
    const ends = direction.endsWith('.down')
      ? `${newer.version} → ${older.version}`
      : `${older.version} → ${newer.version}`;
    const key = `${place} ${question}`;
    const former = merged.get(key);
    merged.set(key, {
      kind: 'rule',
      place,
      question: `${ends}: ${question}. ${ways(direction)}`,
      operations: [...(former?.operations ?? []), operation],
      at,
    });
  }
  return [...merged.values()];
}

function placeText(at: BumpPlan['undecided'][number]['at'], path: string): string {
  const place = at as { readonly query?: string; readonly header?: string };
  if (place.query !== undefined) return `query ${path}`;
  return place.header === undefined ? `body ${path}` : `header ${path}`;
}

function ways(direction: string): string {
  return direction.startsWith('request.')
    ? 'Is it dropped (with a warning?), refused, replaced, or decided by a step?'
    : 'What value does the reader get: a default, one filled from elsewhere, or one found by a step?';
}

function correctionQuestions({
  unmatched,
  inapplicable,
  appliedCorrections,
  conflicts,
  version,
  extends: base,
}: BumpPlan): readonly Question[] {
  const reaches = (file: string) => appliedCorrections.some(({ correction }) => correction.file === file);
  return [
    ...inapplicable.map(({ file, target }) => ({
      kind: 'patch' as const,
      place: `${basename(file)}, ${target}`,
      question: `The patch reaches its target in neither document, so that of ${base} is not the edition it was written for, and ours stays: does the mistake stand in this edition?`,
      operations: [],
    })),
    ...unmatched.map(({ file, target, kind }) => ({
      kind: 'patch' as const,
      place: `${basename(file)}, ${target}`,
      question:
        kind === 'satisfied'
          ? `The document of ${version} says already what the patch asks for: is the mistake gone, and is the patch for older versions only?`
          : `The patch does not reach its target in the document of ${version}: is the place gone, and the mistake with it? Where it stands elsewhere now, ${reaches(file) ? 'complete the patch' : 'write a patch'} for ${version}, with its proof.`,
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
    const moves = group.map(({ before, after }) => `${shortJson(before)} → ${shortJson(after)}`).join(', ');
    const question =
      kind === 'corrected'
        ? `Only our patches make this differ (${moves}), so ours stays: does a patch have to reach the new place?`
        : `The published fact moved (${moves}), and ours was neither: which holds at ${version}?`;
    return { kind: 'patch' as const, place: path.join(' '), question, operations: [] };
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
            place: 'each place above where a text is to be written',
            question: `Versions lie between ${base} and ${version}: which of them brought it, or took it away? Write x-lading-since or x-lading-until.`,
            operations: [],
          },
        ]
      : []),
    ...unexplained.map(({ place, sentence, operations }) => ({
      kind: 'fact' as const,
      place,
      question: `Ours differs from the published document after patches: ${sentence} Is that right?`,
      operations,
    })),
  ];
}

/** Questions about behaviour, which schemas cannot express. */
function meaningQuestions({ changes, texts, older, newer, version }: BumpPlan): readonly Question[] {
  const flipped = changes.filter(({ kind, direction }) => kind === 'default' && direction !== 'response');
  return [
    ...flipped.map(({ place, sentence, operations }) => ({
      kind: 'meaning' as const,
      place,
      question: `${sentence} What does a client of ${older.version} mean that leaves it out before ${newer.version}, and the reverse?`,
      operations,
    })),
    ...texts.map(({ pointer, deprecates }) => ({
      kind: 'meaning' as const,
      place: pointer,
      question: deprecates
        ? `Only the text of ${version} calls it deprecated: is it, and since when? Write \`deprecated: true\` with x-lading-deprecated-since.`
        : 'The published text changed: does it tell of another behaviour, a default, a limit, a status?',
      operations: [],
    })),
  ];
}
