/** What the templates call: everything that is not plain text or a list. */
import Handlebars from 'handlebars';
import type { Json } from '../json.js';
import { versionMark, type ResponseEntry, type CellText, type Mark, type TypeText } from '../gen/page.js';
import { idOf, spelledOut } from '../site/anchors.js';
import { differs } from '../site/marks.js';
import { jsonHtml } from './json-html.js';
import { html, type Surroundings } from './markdown.js';

const { SafeString, escapeExpression } = Handlebars;
type Safe = InstanceType<typeof SafeString>;

/** What a template sees besides its page. */
interface Root {
  readonly around: Surroundings;
  readonly version: string;
}

interface Options {
  readonly data: { readonly root: Root };
  readonly hash: Readonly<Record<string, unknown>>;
}

const around = (options: Options) => options.data.root.around;

export const helpers = {
  md: (text: string, options: Options): Safe => new SafeString(html(text, around(options))),
  line: (text: string, options: Options): Safe => new SafeString(html(text, around(options), true)),
  href: (link: string, options: Options): string => around(options).hrefOf(link) ?? '#',
  link: ({ text, link }: { text: string; link: string }, options: Options): Safe => anchor(text, link, options),
  type: (parts: TypeText, options: Options): Safe => new SafeString(typeHtml(parts, options)),
  place: (part: TypeText[number], options: Options): Safe => new SafeString(typeHtml([part], options)),
  cell: (cell: CellText, options: Options): Safe =>
    new SafeString(
      cell
        .map((part) => (isMarkdown(part) ? html(part.markdown, around(options), true) : typeHtml([part], options)))
        .join(''),
    ),
  json: (value: Json): Safe => new SafeString(jsonHtml(value)),
  /** Code is written once for all versions that share it. */
  spelled: (code: string, options: Options): string => code.replaceAll(versionMark, options.data.root.version),
  value: (value: Json): string => JSON.stringify(value),
  id: (text: string): string => idOf(text),
  frag: (text: string): string => encodeURIComponent(idOf(text)),
  lower: (text: string): string => text.toLowerCase(),
  differs,
  /** A path with a place to break it after each slash. */
  path: (path: string): Safe =>
    new SafeString(
      escapeExpression(path)
        .replace(/\/(?=.)/g, '/<wbr>')
        .replace(/(\{[^}]*\})/g, '<i>$1</i>'),
    ),
  /** A long name with places to break it. */
  name: (name: string): Safe => new SafeString(broken(quoted(name))),
  tail: (anchor: string): string => spelledOut(anchor.slice(anchor.indexOf('.') + 1)),
  change: (mark: Mark): string => mark.change.slice(mark.change.indexOf('#') + 1),
  good: (responses: readonly ResponseEntry[]) => responses.filter(({ status }) => !isError(status)),
  errors: (responses: readonly ResponseEntry[]) => responses.filter(({ status }) => isError(status)),
  within: (fields: readonly { readonly in?: string }[], place: unknown) =>
    fields.filter((field) => field.in === (typeof place === 'string' ? place : undefined)),
  has: (value: unknown): boolean => value !== undefined,
  is: (a: unknown, b: unknown): boolean => a === b,
  /** Unless it is the one that stands above. */
  others: (operations: readonly { readonly text: string }[], above: string): boolean =>
    operations.some(({ text }) => text !== above),
  count: (list: readonly unknown[]): number => list.length,
  both: (a: readonly unknown[], b: readonly unknown[]) => [...a, ...b],
  some: (...lists: unknown[]): boolean => lists.some((list) => Array.isArray(list) && list.length > 0),
  depth: (name: string): number => Math.min(4, name.split('.').length - 1),
};

function isMarkdown(part: CellText[number]): part is { readonly markdown: string } {
  return typeof part !== 'string' && 'markdown' in part;
}

/** A name that begins or ends with a space shows it. */
function quoted(name: string): string {
  return name === name.trim() ? name : JSON.stringify(name);
}

function broken(name: string): string {
  return escapeExpression(name).replace(/([a-z])(?=[A-Z])|([._])(?=\w)/g, '$1$2<wbr>');
}

function isError(status: string): boolean {
  return Number(status) >= 400 || status === 'default';
}

function anchor(text: string, link: string, options: Options): Safe {
  const href = around(options).hrefOf(link);
  const shown = broken(text);
  return new SafeString(href === undefined ? shown : `<a href="${escapeExpression(href)}">${shown}</a>`);
}

function typeHtml(parts: TypeText, options: Options): string {
  return parts
    .map((part) => (typeof part === 'string' ? escapeExpression(part) : anchor(part.text, part.link, options).toHTML()))
    .join('');
}
