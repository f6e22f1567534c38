/** The helpers that the templates call. */
import Handlebars from 'handlebars';
import {
  versionMark,
  type CellText,
  type ContentEntry,
  type Mark,
  type TypeText,
  type VersionNotes,
} from '../gen/page.js';
import { decodedName, idOf } from '../site/anchors.js';
import { differs } from '../site/marks.js';
import { html, plain, type LinkContext } from './markdown.js';
import { shownLines } from './code-lines.js';
import { escapeText } from './escape-text.js';

/** An immutable JSON value. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const { SafeString, escapeExpression } = Handlebars;
type SafeHtml = InstanceType<typeof SafeString>;

/** The properties of a template's root context that helpers use. */
interface RootContext {
  readonly linkContext: LinkContext;
  readonly version: string;
}

interface HelperOptions {
  readonly data: { readonly root: RootContext };
  readonly hash: Readonly<Record<string, unknown>>;
}

const linkContextOf = (options: HelperOptions) => options.data.root.linkContext;

export const helpers = {
  md: (text: string, options: HelperOptions): SafeHtml => new SafeString(html(text, linkContextOf(options))),
  line: (text: string, options: HelperOptions): SafeHtml => new SafeString(html(text, linkContextOf(options), true)),
  href: (link: string, options: HelperOptions): string => linkContextOf(options).hrefOf(link) ?? '#',
  link: ({ text, link }: { text: string; link: string }, options: HelperOptions): SafeHtml =>
    anchor(text, link, options),
  type: (parts: TypeText, options: HelperOptions): SafeHtml => new SafeString(typeHtml(parts, options)),
  place: (part: TypeText[number], options: HelperOptions): SafeHtml => new SafeString(typeHtml([part], options)),
  cell: (cell: CellText, options: HelperOptions): SafeHtml =>
    new SafeString(
      cell
        .map((part) =>
          isMarkdown(part) ? html(part.markdown, linkContextOf(options), true) : typeHtml([part], options),
        )
        .join(''),
    ),
  json: (value: Json): SafeHtml => new SafeString(jsonHtml(value)),
  code: (text: string, language: string): SafeHtml => new SafeString(codeHtml(text, language)),
  /** Returns the first sentence of a text without markup. */
  sentence: (text: string): string => firstSentence(plain(text)),
  /** Tells whether a chip is needed: a badge of the same kind states the same. */
  needsFact: (
    notes: VersionNotes,
    key: 'since' | 'until' | 'deprecated',
    marks: readonly Mark[] | undefined,
  ): boolean =>
    notes[key] !== undefined && !(Array.isArray(marks) && marks.some(({ text }: Mark) => text.startsWith(key))),
  markClass: ({ kind, text }: Mark): string => (kind === 'added' && text.startsWith('not in') ? 'absent' : kind),
  isEmpty: (value: unknown): boolean => value === '',
  isError,
  mediaTypes: (content: readonly ContentEntry[]): string =>
    content.length === 0 ? 'No body.' : content.map(({ mediaType }) => mediaType).join(', '),
  join: (a: string, b: string): string => `${a}${b}`,
  /** Replaces the version placeholder: versions share code samples. */
  spelled: (code: string, options: HelperOptions): string => code.replaceAll(versionMark, options.data.root.version),
  value: (value: Json): string => JSON.stringify(value),
  id: (text: string): string => idOf(text),
  frag: (text: string): string => encodeURIComponent(idOf(text)),
  lower: (text: string): string => text.toLowerCase(),
  differs,
  /** Adds a line-break opportunity after each slash of a path. */
  path: (path: string): SafeHtml =>
    new SafeString(
      escapeExpression(path)
        .replace(/\/(?=.)/g, '/<wbr>')
        .replace(/(\{[^}]*\})/g, '<i>$1</i>'),
    ),
  /** Adds line-break opportunities to a long name. */
  name: (name: string): SafeHtml => new SafeString(breakable(quoted(name))),
  tail: (anchor: string): string => decodedName(anchor.slice(anchor.indexOf('.') + 1)),
  change: (mark: Mark): string => mark.change.slice(mark.change.indexOf('#') + 1),
  within: (fields: readonly { readonly in?: string }[], place: unknown) =>
    fields.filter((field) => field.in === (typeof place === 'string' ? place : undefined)),
  has: (value: unknown): boolean => value !== undefined,
  is: (a: unknown, b: unknown): boolean => a === b,
  /** Whether a text has a link to a place already. */
  mentions: (text: string, link: string, options: HelperOptions): boolean => {
    const context = linkContextOf(options);
    return html(text, context, true).includes(`href="${escapeExpression(context.hrefOf(link) ?? '#')}"`);
  },
  count: (list: readonly unknown[]): number => list.length,
  /** Whether a list is so long that it is folded. */
  many: (list: readonly unknown[]): boolean => list.length > 8,
  /** Whether the values of an enum are so many that they are folded. */
  folds: (values: readonly unknown[], isInside: unknown): boolean => values.length > 12 && isInside !== true,
  both: (a: readonly unknown[], b: readonly unknown[]) => [...a, ...b],
  some: (...lists: unknown[]): boolean => lists.some((list) => Array.isArray(list) && list.length > 0),
  depth: (name: string): number => Math.min(4, name.split('.').length - 1),
};

function isMarkdown(part: CellText[number]): part is { readonly markdown: string } {
  return typeof part !== 'string' && 'markdown' in part;
}

/** Quotes a name that begins or ends with a space, so that the space is visible. */
function quoted(name: string): string {
  return name === name.trim() ? name : JSON.stringify(name);
}

function breakable(name: string): string {
  return escapeExpression(name).replace(/([a-z])(?=[A-Z])|([._])(?=\w)/g, '$1$2<wbr>');
}

const longestSentence = 220;

function firstSentence(text: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length > longestSentence ? `${sentence.slice(0, longestSentence)}…` : sentence;
}

function isError(status: string): boolean {
  return Number(status) >= 400 || status === 'default';
}

function anchor(text: string, link: string, options: HelperOptions): SafeHtml {
  const href = linkContextOf(options).hrefOf(link);
  const shown = breakable(text);
  return new SafeString(href === undefined ? shown : `<a href="${escapeExpression(href)}">${shown}</a>`);
}

function typeHtml(parts: TypeText, options: HelperOptions): string {
  return parts
    .map((part) => (typeof part === 'string' ? escapeExpression(part) : anchor(part.text, part.link, options).toHTML()))
    .join('');
}

const shell = /(#[^\n]*)|('(?:[^']|'\\'')*'|"(?:[^"\\]|\\.)*")|(?<=^|\s)(--?[A-Za-z][\w-]*)|\b(curl)\b/g;
const script =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\b(import|from|export|const|let|await|async|for|of|if|else|return|new|type|function|throw|try|catch)\b|\b(\d[\d_]*(?:\.\d+)?|true|false|null|undefined)\b/g;
const data = /(#[^\n]*$)|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\]|\\.)*")|\b(true|false|null)\b|(-?\b\d[\d.eE+-]*\b)/g;

const tokens: Readonly<Record<string, RegExp>> = {
  sh: shell,
  console: shell,
  bash: shell,
  ts: script,
  js: script,
  typescript: script,
  javascript: script,
  json: data,
  yaml: data,
};
/** The classes of the groups of these expressions. */
const classes = ['c', 's', 'k', 'n'];

/** Returns escaped code. @param language its name in Markdown; other languages have no colours */
function codeHtml(whole: string, language: string): string {
  const { text: code, rest } = shownLines(whole);
  const token = Object.hasOwn(tokens, language) ? tokens[language] : undefined;
  if (token === undefined) return escapeText(code) + rest;
  let html = '';
  let end = 0;
  for (const match of code.matchAll(token)) {
    const kind = classes[match.slice(1).findIndex((group) => group !== undefined)] ?? 'k';
    html += `${escapeText(code.slice(end, match.index))}<i class="${kind}">${escapeText(match[0])}</i>`;
    end = match.index + match[0].length;
  }
  return html + escapeText(code.slice(end)) + rest;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** Renders the value, indented by two spaces. */
function jsonHtml(value: Json): string {
  const { text, rest } = shownLines(JSON.stringify(value, null, 2));
  let highlighted = '';
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    const kind = string === undefined ? 'n' : colon === undefined ? 's' : 'k';
    highlighted += `${text.slice(end, match.index)}<i class="${kind}">${escapeText(string ?? whole)}</i>${colon ?? ''}`;
    end = match.index + whole.length;
  }
  return highlighted + text.slice(end) + rest;
}
