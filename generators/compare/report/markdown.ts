/** The change report as Markdown. */
import type { Change } from '../../ir/index.js';
import { code } from '../sentence-parts.js';
import type { VersionApis } from './home.js';
import { reachOf, sectionsOf, shortened, summaryOf, undecidedTexts, undecidedTitle, type Section } from './sections.js';

/** Prints changes as Markdown. Texts of documents are escaped. */
export function reportMarkdown(changes: readonly Change[], versions: VersionApis): string {
  const { older, newer } = versions;
  const groups = sectionsOf(changes, versions).flatMap(({ title, sections }) => [
    `## ${escaped(title)}`,
    ...sections.flatMap(section),
  ]);
  const head = [`# Changes from ${escaped(older.version)} to ${escaped(newer.version)}`, summaryOf(changes)];
  const undecided = (versions.undecided ?? []).map((item) => `- ${undecidedTexts(item).map(escaped).join('<br>')}`);
  const tasks = undecided.length === 0 ? [] : [`## ${undecidedTitle}`, undecided.join('\n')];
  return `${[...head, ...groups, ...tasks].join('\n\n')}\n`;
}

function section({ about, name, address, parts }: Section): readonly string[] {
  const heading = about === 'operation' ? `### ${name} (${code(address ?? '')})` : `### ${code(name)}`;
  return [
    ...(name === '' ? [] : [heading]),
    ...parts.flatMap((part) => {
      const reach = reachOf(about, part);
      return [...(reach === undefined ? [] : [`In ${reach}:`]), part.changes.map(entry).join('\n')];
    }),
  ];
}

function entry(change: Change): string {
  return `- ${marks[change.breaks]}${shortened(change)}`;
}

const marks = {
  both: '**Breaking for clients and servers.** ',
  client: '**Breaking for clients.** ',
  server: '**Breaking for servers.** ',
  none: '',
} as const;

/** Escapes a text of a document, so that no character of it is markup. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, protectedMark);
}

// A dot or a hyphen inside a version or a name is no markup.
function protectedMark(mark: string, index: number): string {
  return (mark === '.' || mark === '-') && index > 0 ? mark : `\\${mark}`;
}
