/** What a bump writes into the specification, as texts. */
import { basename, join, relative } from 'node:path';
import { isScalar, isSeq, parseDocument } from 'yaml';
import { printOverlay } from '../../compare/index.js';
import type { OutputFile } from '../../code/index.js';
import { parseOverlay } from '../../overlay/index.js';
import { readText } from '../../read/index.js';
import { compareVersions } from '../versions.js';
import type { Reaching } from './patched.js';
import type { BumpPlan } from './plan.js';
import { askedOnce, questionsOf } from './questions.js';

/** Paths are below the folder of the specification. */
export function specFilesOf(plan: BumpPlan, folder: string): readonly OutputFile[] {
  const overlay = relative(folder, plan.overlay.name);
  return [
    { path: overlay, text: overlayText(plan) },
    { path: 'versions.yaml', text: listed(readText(join(folder, 'versions.yaml')), overlay) },
    ...plan.carriedPatches.map((reaching) => patchOf(reaching, folder, plan.version)),
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

/** A patch that names one more version; one that reaches it in part has a file of its own, which holds that part. */
function patchOf({ patch, actions, isWhole }: Reaching, folder: string, version: string): OutputFile {
  const path = relative(folder, patch.file);
  if (isWhole) return { path, text: applied(readText(patch.file), version) };
  const overlay = parseOverlay(patch.file, patch.content);
  const extensions = { 'x-lading-patch': { 'applies-to': [version], proof: patch.proof } };
  return {
    path: path.replace(/(-\d+(\.\d+)+)?\.yaml$/, `-${version}.yaml`),
    text: printOverlay({ ...overlay, actions, extensions }),
  };
}

/** A correction that names one more version, in its place among the others: no other byte differs. */
export function applied(text: string, version: string): string {
  const list = parseDocument(text).getIn(['x-lading-patch', 'applies-to']);
  if (!isSeq(list)) return text;
  const entries = list.items.flatMap((item) => {
    if (!isScalar(item) || !item.range) return [];
    const [start, end] = item.range;
    return [{ value: String(item.value), start, end }];
  });
  if (entries.some(({ value }) => value === version)) return text;
  const next = entries.findIndex(({ value }) => compareVersions(value, version) > 0);
  const beside = entries[next === -1 ? entries.length - 1 : next];
  if (beside === undefined) return text;
  const { start, end } = beside;
  const quote = /^["']/.exec(text.slice(start))?.[0] ?? "'";
  const entry = `${quote}${version}${quote}`;
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const separator = list.flow === true ? ', ' : `\n${line}`;
  return next === -1
    ? `${text.slice(0, end)}${separator}${entry}${text.slice(end)}`
    : `${text.slice(0, start)}${entry}${separator}${text.slice(start)}`;
}

/** What the new file is called after the one it extends: `../v1.44/openapi.yaml`, `v1.45.yaml`. */
export function extendsOf(folder: string, base: string): string {
  const path = relative(join(folder, 'overlays'), base);
  return path === basename(path) ? path : path.replaceAll('\\', '/');
}
