/** The Handlebars helpers of the Markdown templates. */
import Handlebars from 'handlebars';
import { codeSpan, markdownText, readableJson, titleLine, visible } from '../../../code/index.js';
import type { Json } from '../../../document/index.js';
import { versionMark, type CellText, type Link, type LinkText, type Mark, type TypeText } from '../page.js';
import { fenced, inCell, safeLine, safeMarkdown } from './escape.js';
import { partials, templates } from './templates.js';

/** Returns the relative URL of a link on the rendered page. */
export type Locate = (link: Link) => string;

export type Templates = Readonly<Record<keyof typeof templates, (page: object) => string>>;

/**
 * Returns a render function for each kind of page.
 *
 * @param version the version that replaces the placeholder in code
 */
export function templatesWith(locate: Locate, version: string): Templates {
  const helpers = helpersWith(locate, version);
  const filled = Object.entries(compiledTemplates()).map(([kind, fill]) => [
    kind,
    (page: object) =>
      `${fill(page, { helpers })
        .replace(/\n{3,}/g, '\n\n')
        .trim()}\n`,
  ]);
  return Object.fromEntries(filled) as Templates;
}

type FillTemplate = (page: object, options: { readonly helpers: Helpers }) => string;
let compiled: Readonly<Record<string, FillTemplate>> | undefined;

/** Known helpers are called without a search by name for each value. */
const knownHelpers = Object.fromEntries(Object.keys(helpersWith((link) => link, '')).map((name) => [name, true]));

/** Compiles the templates once, since compiling takes longer than filling them in. */
function compiledTemplates(): Readonly<Record<string, FillTemplate>> {
  if (compiled !== undefined) return compiled;
  const handlebars = Handlebars.create();
  const compile = (text: string): FillTemplate =>
    handlebars.compile(text, { noEscape: true, knownHelpers, knownHelpersOnly: true });
  // A partial is rendered through its compiled template too.
  for (const [name, text] of Object.entries(partials))
    handlebars.registerPartial(name, compile(text.trim()) as Handlebars.Template);
  compiled = Object.fromEntries(Object.entries(templates).map(([kind, text]) => [kind, compile(text)]));
  return compiled;
}

type Helpers = Readonly<Record<string, (...values: never[]) => unknown>>;

function helpersWith(locate: Locate, version: string): Helpers {
  const anchored = ({ text, link }: LinkText) => `[${shown(text)}](${locate(link)})`;
  const typed = (parts: TypeText) =>
    parts.map((part) => (typeof part === 'string' ? shown(part) : anchored(part))).join('');
  const cell = (parts: CellText) =>
    parts
      .map((part) =>
        typeof part === 'string' ? shown(part) : 'markdown' in part ? safeLine(part.markdown) : anchored(part),
      )
      .join('');
  return {
    /** Shows text unchanged. */
    text: (value: string | number) => shown(String(value)),
    code: (value: string | number) => codeSpan(String(value)),
    /** Shows CommonMark of a document as paragraphs. */
    prose: (value: string) => safeMarkdown(value),
    /** Shows CommonMark of a document on one line. */
    line: (value: string) => safeLine(value),
    link: (value: LinkText) => anchored(value),
    /** Shows a place, with a link if it is described on a page. */
    place: (value: LinkText | string) =>
      typeof value === 'object' && 'link' in value ? anchored(value) : codeSpan(String(value)),
    /** Returns the URL of a link that has another text. */
    href: (value: Link) => locate(value),
    type: (value: TypeText) => typed(value),
    json: (value: Json) => fenced('json', readableJson(value).trimEnd()),
    value: (value: Json) => codeSpan(JSON.stringify(value)),
    block: (language: string, value: string) =>
      fenced(
        language,
        value.replaceAll(versionMark, () => titleLine(version)),
      ),
    row: (cells: readonly CellText[]) => cells.map((each) => inCell(cell(each))).join(' | '),
    head: (titles: readonly string[]) => titles.map(shown).join(' | '),
    rule: (titles: readonly string[]) => titles.map(() => '---').join(' | '),
    anchor: (value: string) => `<a id="${value.replace(/[^A-Za-z0-9_.~-]/g, '')}"></a>`,
    mark: ({ text, change }: Mark) => `[${shown(text)}](${locate(change)})`,
    list: (values: readonly string[]) => values.map(shown).join(', '),
    links: (values: readonly LinkText[]) => values.map(anchored).join(', '),
    has: (values: readonly unknown[] | undefined) => (values?.length ?? 0) > 0,
    isPresent: (value: unknown) => value !== undefined,
  };
}

/** Escapes text and joins its lines. */
function shown(text: string): string {
  return visible(markdownText(text.replace(/\s+/g, ' ')));
}
