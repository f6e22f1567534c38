/** What a bump writes into the specification, as texts. */
import { basename, dirname, join, relative } from 'node:path';
import { parseDocument } from 'yaml';
import { printOverlay } from '../../compare/index.js';
import type { OutputFile } from '../../code/index.js';
import { parseOverlay } from '../../overlay/index.js';
import { readText } from '../../read/index.js';
import type { Reaching } from './patched.js';
import type { BumpPlan } from './plan.js';
import { askedOnce, questionsOf } from './questions.js';

/** Paths are below the folder of the specification. */
export function specFilesOf(plan: BumpPlan, folder: string): readonly OutputFile[] {
  const overlay = relative(folder, plan.overlay.name);
  return [
    { path: overlay, text: overlayText(plan) },
    { path: 'versions.yaml', text: listed(readText(join(folder, 'versions.yaml')), overlay) },
    ...patchesOf(plan, folder),
  ];
}

/** The overlay, with what is left to do in its head: whoever does a thing deletes its line. */
export function overlayText(plan: BumpPlan): string {
  const lines = [
    `How version ${plan.version} of the API differs from ${plan.extends}: the only place that says so. See spec/README.md for how to read it.`,
    '',
    ...todo(
      'Texts to be written, in our own words:',
      plan.unwritten.map((path) => path.join(' ')),
    ),
    ...todo(
      'To be decided. Generation waits for those that say `rule`; the rule stands under x-lading-wire of its action:',
      askedOnce(questionsOf(plan)).flatMap(({ kind, question, places }) => [
        `${kind}: ${question}`,
        ...places.map((place) => `  - ${place}`),
      ]),
    ),
  ];
  const head = lines.map((line) => `# ${line.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')}`.trimEnd());
  return `${head.join('\n')}\n\n${printOverlay(plan.overlay)}`;
}

function todo(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0
    ? []
    : [title, ...entries.map((entry) => (entry.startsWith('  ') ? entry : `- ${entry}`)), ''];
}

/** The list of versions with one more, its comments kept. */
function listed(text: string, overlay: string): string {
  const list = parseDocument(text);
  if (list.has('overlays')) list.addIn(['overlays'], overlay);
  else list.set('overlays', [overlay]);
  return list.toString({ lineWidth: 0 });
}

/**
 * The patches that the new document needs whole, as one list, so that no file of a patch changes; of one that reaches it in
 * part, the part is a file of its own.
 */
function patchesOf({ carriedPatches, version }: BumpPlan, folder: string): readonly OutputFile[] {
  const whole = carriedPatches.filter(({ isWhole }) => isWhole).map(({ patch }) => basename(patch.file, '.yaml'));
  const [first] = carriedPatches;
  const list = first && join(relative(folder, dirname(first.patch.file)), 'versions', `${version}.yaml`);
  const about = `The corrections that the published document of version ${version} needs, besides those that name it.`;
  const text = `# ${about}\n\npatches:\n${whole.map((name) => `  - ${name}\n`).join('')}`;
  return [
    ...(list === undefined || whole.length === 0 ? [] : [{ path: list.replaceAll('\\', '/'), text }]),
    ...carriedPatches.filter(({ isWhole }) => !isWhole).map((reaching) => partOf(reaching, folder, version)),
  ];
}

function partOf({ patch, actions }: Reaching, folder: string, version: string): OutputFile {
  const overlay = parseOverlay(patch.file, patch.content);
  const extensions = { 'x-lading-patch': { 'applies-to': [version], proof: patch.proof } };
  return {
    path: relative(folder, patch.file).replace(/(-\d+(\.\d+)+)?\.yaml$/, `-${version}.yaml`),
    text: printOverlay({ ...overlay, actions, extensions }),
  };
}

/** What the new file is called after the one it extends: `../v1.44/openapi.yaml`, `v1.45.yaml`. */
export function extendsOf(folder: string, base: string): string {
  const path = relative(join(folder, 'overlays'), base);
  return path === basename(path) ? path : path.replaceAll('\\', '/');
}
