/** The report of a bump, as text and as JSON. */
import { printOverlay, reportTerminal } from '../compare/index.js';
import type { BumpPlan } from './plan-bump.js';
import { groupQuestions, questionsOf, type GroupedQuestion, type Question } from './questions.js';

export function bumpJson(plan: BumpPlan, written: readonly string[]): object {
  const { version, extends: base, changes, findings, unwritten } = plan;
  const questions = questionsOf(plan);
  return {
    version,
    extends: base,
    decided: !questions.some(({ kind }) => kind === 'rule'),
    written,
    findings,
    changes,
    unwritten,
    questions,
    overlay: printOverlay(plan.overlay),
  };
}

export function bumpText(
  plan: BumpPlan,
  written: readonly string[],
  terminal: { color: boolean; width: number },
): string {
  const { version, extends: base, changes, older, newer, findings, unwritten, overlay } = plan;
  const questions = questionsOf(plan);
  const of = (kind: Question['kind']) =>
    groupQuestions(questions.filter((question) => question.kind === kind)).map(line);
  return [
    `Version ${version} extends ${base}: ${overlay.actions.length} actions.`,
    '',
    ...section(
      'Errors that the previous document did not have',
      findings.map(({ rule, place, sentence }) => `${rule}  ${place}\n      ${sentence}`),
    ),
    ...section(
      'Descriptions to be written',
      unwritten.map((path) => path.join(' ')),
    ),
    ...section('Missing conversion rules, without which generation fails', of('rule')),
    ...section('Corrections to be reviewed', of('correction')),
    ...section('Facts to be confirmed', of('fact')),
    ...section('Behavior to be reviewed, which schemas cannot express', of('meaning')),
    reportTerminal(changes, { older, newer }, terminal),
    ...section('Written', shown(written)),
    ...section('Next', next(plan, written)),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title} (${lines.length})`, ...lines.map((text) => `  - ${text}`), ''];
}

function line({ question, places }: GroupedQuestion): string {
  return [question, ...places.map((place) => `    - ${place}`)].join('\n');
}

/** The next steps of a person; none if nothing was written. */
function next(plan: BumpPlan, written: readonly string[]): readonly string[] {
  if (written.length === 0) return [];
  const { overlay, unwritten, undecided, version } = plan;
  const isToDo = unwritten.length + questionsOf(plan).length > 0;
  return [
    ...(isToDo ? [`${overlay.name}: write the descriptions and conversion rules, and answer its questions`] : []),
    ...(undecided.length > 0 ? ['lading generate, after writing the conversion rules, without which it fails'] : []),
    `npm install, which links the packages of ${version}, if they are part of a workspace`,
  ];
}

/** The written files. Corrections are only counted, because there are many. */
function shown(written: readonly string[]): readonly string[] {
  const isCorrection = (file: string) => /[\\/]corrections[\\/]/.test(file);
  const corrections = written.filter(isCorrection).length;
  return [
    ...written.filter((file) => !isCorrection(file)),
    ...(corrections > 0 ? [`${corrections} corrections for the version`] : []),
  ];
}
