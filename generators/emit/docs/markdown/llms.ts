/** The file `llms.txt`: a list of the pages of a version for language models. */
import { markdownText, titleLine, visible } from '../../../emitter/index.js';
import type { EmittedDocs } from '../emit-docs.js';
import type { Page } from '../page.js';
import { safeLine } from './escape.js';
import { relativeLink } from './render.js';

/** @param folder the folder of the file beside the pages, or that of the pages */
export function llmsText(emitted: EmittedDocs, folder: string): string {
  const { api } = emitted.context;
  const sections: readonly (readonly [string, (kind: Page['kind']) => boolean])[] = [
    ['Operations', (kind) => kind === 'group'],
    ['Behaviour', (kind) => kind === 'states' || kind === 'article' || kind === 'changes'],
    ['Schemas', (kind) => kind === 'schema'],
  ];
  const parts = sections.map(([title, isIn]) => {
    const pages = emitted.pages.filter(({ page }) => isIn(page.kind));
    return `## ${title}\n\n${pages.map(({ page }) => entryOf(page, emitted, folder)).join('\n')}\n`;
  });
  return [
    `# ${markdownText(titleLine(api.title))}, version ${shown(api.version)}\n`,
    ...(api.description === undefined ? [] : [`> ${safeLine(firstSentence(api.description))}\n`]),
    'The OpenAPI 3.1 document of this version, with examples, is [openapi.json](openapi.json).\n',
    ...sharedNote(emitted),
    ...parts,
  ].join('\n');
}

/** Returns a note on shared pages, whose code contains the other version. */
function sharedNote({ context: { api, differences }, pages }: EmittedDocs): readonly string[] {
  const shared = pages.some(({ version }) => version !== api.version);
  if (!shared || differences.base === undefined) return [];
  const [own, other] = [api.version, differences.base.version].map(shown);
  return [
    `Pages that are the same in version ${other} are in its package; replace ${other} by ${own} in the commands and imports on them. A page that this list names in this folder replaces the one there.\n`,
  ];
}

function entryOf(page: Page, { context, byPath }: EmittedDocs, folder: string): string {
  const about = page.kind === 'group' ? `: ${page.operations.map(({ id }) => shown(id)).join(', ')}` : aboutOf(page);
  const link = relativeLink('llms', page.path, { version: context.api.version, byPath });
  const isElsewhere = folder !== 'gen' && !link.startsWith('../');
  return `- [${shown(page.title)}](${isElsewhere ? `../gen/${link}` : link})${about}`;
}

function aboutOf({ about }: Page): string {
  return about === undefined ? '' : `: ${safeLine(firstSentence(about))}`;
}

function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.length > 300 ? `${sentence.slice(0, 300)}…` : sentence;
}

function shown(text: string): string {
  return visible(markdownText(text.replace(/\s+/g, ' ')));
}
