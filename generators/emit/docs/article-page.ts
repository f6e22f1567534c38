/** An article → a page: its introduction, and a section for each heading of the second level. */
import type { Article } from '../../emitter/index.js';
import type { ArticlePage, CellText, SectionEntry } from './page.js';
import type { PageContext } from './page-context.js';
import { linkTo } from './anchor-index.js';

/**
 * Returns the page of an article.
 * @param generated the generated page of the same name; its sections follow those of the article
 */
export function articlePage(
  { name, title, text }: Article,
  context: PageContext,
  generated?: ArticlePage,
): ArticlePage {
  const [about = '', ...sections] = parts(text);
  const own = sections.map((section) => sectionEntry(section, context));
  return {
    kind: 'article',
    path: name,
    title,
    ...(about.trim() !== '' && { about: withoutLinks(about.trim()) }),
    sections: [...own, ...(generated?.sections ?? [])],
  };
}

/** Returns the text before the first heading, and the text of each section. A line in a code block is not a heading. */
function parts(text: string): readonly string[] {
  const found: string[][] = [[]];
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && line.startsWith('## ')) found.push([]);
    found.at(-1)?.push(line);
  }
  return found.map((lines) => lines.join('\n'));
}

function sectionEntry(source: string, context: PageContext): SectionEntry {
  const [heading = '', ...lines] = source.split('\n');
  const [, title = '', anchor] = /^## (.*?)(?: \{#([A-Za-z0-9_-]+)\})?\s*$/.exec(heading) ?? [];
  const rest = lines.join('\n');
  const [block, language = '', code = ''] = /\n```([a-z]*)\n([\s\S]*?)\n```\s*$/.exec(rest) ?? [];
  const before = block === undefined ? rest : rest.slice(0, -block.length);
  const rows = before.split('\n').filter((line) => line.startsWith('|'));
  const text = before
    .split('\n')
    .filter((line) => !line.startsWith('|'))
    .join('\n')
    .trim();
  return {
    anchor: anchor ?? slug(title),
    title,
    ...(text !== '' && { text: withoutLinks(text) }),
    ...(rows.length > 1 && { table: tableOf(rows, context) }),
    ...(block !== undefined && { code: { language, text: code } }),
  };
}

function tableOf(
  [head = '', _rule, ...rows]: readonly string[],
  context: PageContext,
): NonNullable<SectionEntry['table']> {
  return {
    head: cells(head),
    rows: rows.map((row) => cells(row).map((cell) => cellText(cell, context))),
  };
}

function cells(row: string): readonly string[] {
  return row
    .replace(/^\|\s*|\s*\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** `[PetGroom](operation:PetGroom)` leads to the operation, `[Box](schema:Box)` to the schema. */
const link = /\[([^\]]*)\]\((operation|schema):([^)\s]*)\)/;

function cellText(cell: string, context: PageContext): CellText {
  const found = link.exec(cell);
  if (found === null) return cell === '' ? [] : [cell];
  const [whole, text = '', kind, target = ''] = found;
  const before = cell.slice(0, found.index);
  return [
    ...(before === '' ? [] : [before]),
    linkText(text, kind === 'schema' ? 'schema' : 'operation', target, context),
    ...cellText(cell.slice(found.index + whole.length), context),
  ];
}

/** Returns a link, or only its text if the version lacks the target. */
function linkText(
  text: string,
  kind: 'operation' | 'schema',
  target: string,
  { anchors }: PageContext,
): CellText[number] {
  const anchor = anchors.at(kind, target.replaceAll('/', kind === 'schema' ? '.' : ' '));
  return anchor === undefined ? text : { text, link: linkTo(anchor) };
}

/** Replaces links by their texts, since the output formats do not share addresses. */
function withoutLinks(text: string): string {
  return text.replace(new RegExp(link, 'g'), '`$1`');
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
