/** Values of pages → Markdown. Whatever a page contains passes one of these functions, which make it text. */
import { codeSpan, markdownText, readableJson, titleLine, visible, type Json } from '../../../emitter/index.js';
import { versionMark, type CellText, type Link, type LinkText, type Mark, type TypeText } from '../page.js';
import { fenced, inCell, safeLine, safeMarkdown } from './escape.js';

/** Returns the relative URL of a link on the rendered page. */
export type Locate = (link: Link) => string;

export type Formatter = ReturnType<typeof createFormatter>;

/** @param version the version that replaces the placeholder in code */
export function createFormatter(locate: Locate, version: string) {
  const link = ({ text, link: target }: LinkText) => `[${shown(text)}](${locate(target)})`;
  const cell = (parts: CellText) =>
    parts
      .map((part) =>
        typeof part === 'string' ? shown(part) : 'markdown' in part ? safeLine(part.markdown) : link(part),
      )
      .join('');
  return {
    /** Shows text unchanged. */
    text: shown,
    code: codeSpan,
    /** Shows CommonMark of a document as paragraphs. */
    prose: safeMarkdown,
    /** Shows CommonMark of a document on one line. */
    line: safeLine,
    link,
    /** Shows a place, with a link if it is described on a page. */
    place: (value: LinkText | string) => (typeof value === 'object' ? link(value) : codeSpan(value)),
    /** Returns the URL of a link that has another text. */
    href: locate,
    type: (parts: TypeText) => parts.map((part) => (typeof part === 'string' ? shown(part) : link(part))).join(''),
    json: (value: Json) => fenced('json', readableJson(value).trimEnd()),
    value: (value: Json) => codeSpan(JSON.stringify(value)),
    /** Shows code of a document unchanged. */
    verbatim: fenced,
    /** Shows generated code, with the version in its place. */
    block: (language: string, value: string) =>
      fenced(
        language,
        value.replaceAll(versionMark, () => titleLine(version)),
      ),
    row: (cells: readonly CellText[]) => cells.map((each) => inCell(cell(each))).join(' | '),
    head: (titles: readonly string[]) => titles.map(shown).join(' | '),
    anchor: (value: string) => `<a id="${value.replace(/[^A-Za-z0-9_.~-]/g, '')}"></a>`,
    mark: ({ text, change }: Mark) => `[${shown(text)}](${locate(change)})`,
    list: (values: readonly string[]) => values.map(shown).join(', '),
    links: (values: readonly LinkText[]) => values.map(link).join(', '),
  };
}

/** Escapes text and joins its lines. */
function shown(text: string): string {
  // Fast path: most texts contain nothing that has to be escaped.
  if (/^[A-Za-z0-9 ,.:;/?='"@%^-]*$/.test(text) && !text.includes('  ')) return text;
  return visible(markdownText(text.replace(/\s+/g, ' ')));
}
