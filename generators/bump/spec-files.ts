/** The files that a bump writes into the specification. */
import { basename, dirname, join, relative } from '../document/path.js';
import { isSeq, parseDocument } from 'yaml';
import { printOverlay } from '../compare/index.js';
import { uniqueName, type OutputFile } from '../code/index.js';
import { parseOverlay } from '../overlay/index.js';
import { openQuestionsKey } from '../port-changes/index.js';
import { readText } from '../read/index.js';
import type { AppliedCorrection } from './apply-corrections-partial.js';
import type { BumpPlan } from './plan-bump.js';
import { groupQuestions, questionsOf } from './questions.js';

/** Returns the files, with paths below the folder of the specification. */
export function specFilesOf(plan: BumpPlan, folder: string): readonly OutputFile[] {
  const overlay = relative(folder, plan.overlay.name);
  return [
    { path: overlay, text: overlayText(plan) },
    {
      path: 'versions.yaml',
      text: withOverlay(readText(join(folder, 'versions.yaml')), overlay, plan.overlay.extends),
    },
    ...correctionFiles(plan, folder),
  ];
}

/**
 * Prints the overlay with its tasks: a comment lists what `generate` finds missing itself, and `x-lading-questions` the questions that
 * only a person can answer, each of which is open until it has an answer or is removed.
 */
export function overlayText(plan: BumpPlan): string {
  const asked = groupQuestions(questionsOf(plan));
  const open = asked.flatMap(({ kind, question, places }) => (kind === 'rule' ? [] : [{ kind, question, places }]));
  const lines = [
    `The differences of version ${plan.version} of the API from ${plan.extends}.`,
    '',
    ...todo(
      'Descriptions to be written in your own words:',
      plan.unwritten.map((path) => path.join(' ')),
    ),
    ...todo(
      'Conversion rules that generation needs, under x-lading-conversion-rules of their actions:',
      asked.flatMap(({ kind, question, places }) =>
        kind === 'rule' ? [question, ...places.map((place) => `  - ${place}`)] : [],
      ),
    ),
  ];
  const head = lines.map((line) => `# ${line.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')}`.trimEnd());
  const extensions = { ...plan.overlay.extensions, ...(open.length > 0 && { [openQuestionsKey]: open }) };
  return `${head.join('\n')}\n\n${printOverlay({ ...plan.overlay, extensions })}`;
}

function todo(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0
    ? []
    : [title, ...entries.map((entry) => (entry.startsWith('  ') ? entry : `- ${entry}`)), ''];
}

/**
 * Adds an overlay to the list of versions beside the one that it extends, and preserves comments: before it where the list begins with
 * the newest, otherwise after it.
 */
function withOverlay(text: string, overlay: string, extended: string | undefined): string {
  const list = parseDocument(text);
  const listed = list.get('overlays');
  if (isSeq(listed)) {
    const index = listed.items.findIndex((item) => String(item) === join(dirname(overlay), extended ?? ''));
    const isNewestFirst = index === 0 && listed.items.length > 1;
    listed.items.splice(index < 0 ? listed.items.length : index + (isNewestFirst ? 0 : 1), 0, list.createNode(overlay));
  } else list.set('overlays', [overlay]);
  return list.toString({ lineWidth: 0 });
}

/**
 * A list of the corrections that match the new document as a whole, so that none of their files changes, and a new file for
 * each correction that matches in part.
 */
function correctionFiles({ appliedCorrections, version }: BumpPlan, folder: string): readonly OutputFile[] {
  const whole = appliedCorrections
    .filter(({ isWhole }) => isWhole)
    .map(({ correction }) => basename(correction.file, '.yaml'));
  const [first] = appliedCorrections;
  const list = first && join(relative(folder, dirname(first.correction.file)), 'versions', `${version}.yaml`);
  const about = `The corrections that the published document of version ${version} needs, besides those that name it.`;
  const text = `# ${about}\n\ncorrections:\n${whole.map((name) => `  - ${name}\n`).join('')}`;
  return [
    ...(list === undefined || whole.length === 0 ? [] : [{ path: list.replaceAll('\\', '/'), text }]),
    ...partialCorrections(appliedCorrections, folder, version),
  ];
}

/** A new file for the matching part of each correction. */
function partialCorrections(
  corrections: readonly AppliedCorrection[],
  folder: string,
  version: string,
): readonly OutputFile[] {
  const files = partialFiles(corrections, version);
  return corrections.flatMap(({ correction, actions }) => {
    const file = files.get(correction.file);
    if (file === undefined) return [];
    const overlay = parseOverlay(correction.file, correction.content);
    const extensions = { 'x-lading-correction': { 'applies-to': [version], evidence: correction.evidence } };
    return [{ path: relative(folder, file), text: printOverlay({ ...overlay, actions, extensions }) }];
  });
}

/**
 * The files of the parts, by the files of the corrections: `name-1.44.yaml` → `name-1.45.yaml`, or `name-1.44-1.45.yaml` if
 * that belongs to another correction.
 */
function partialFiles(corrections: readonly AppliedCorrection[], version: string): ReadonlyMap<string, string> {
  const stemOf = (file: string) => file.replace(/\.yaml$/, '');
  const taken = new Set(corrections.map(({ correction }) => stemOf(correction.file)));
  const partial = corrections.filter(({ isWhole }) => !isWhole).map(({ correction }) => correction.file);
  // The shortest first, because a name without a version has no alternative.
  const ordered = [...partial].sort((a, b) => a.length - b.length);
  return new Map(
    ordered.map((file) => {
      const short = `${stemOf(file).replace(/-\d+(\.\d+)+$/, '')}-${version}`;
      return [file, `${uniqueName(taken.has(short) ? `${stemOf(file)}-${version}` : short, taken)}.yaml`];
    }),
  );
}

/** Returns the value of `extends` in an overlay: `../v1.44/openapi.yaml`, `v1.45.yaml`. */
export function extendsOf(folder: string, base: string): string {
  const path = relative(join(folder, 'overlays'), base);
  return path === basename(path) ? path : path.replaceAll('\\', '/');
}
