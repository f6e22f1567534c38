/** Descriptions as HTML: CommonMark without raw HTML and images, with links to http, https and our own pages only. */
import MarkdownIt from 'markdown-it';

/** Where the text stands, and what its links lead to there. */
export interface Surroundings {
  /** The address of a page or a place, or nothing where there is none. */
  readonly hrefOf: (link: string) => string | undefined;
  /** The address of what a word of code names: `HostConfig.Binds`. */
  readonly placeOf: (word: string) => string | undefined;
}

const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false })
  // An image would be fetched from elsewhere.
  .disable('image');
markdown.validateLink = (url) => /^https?:\/\//i.test(url) || /^[\w#./-]*$/.test(decoded(url));

const { rules } = markdown.renderer;
rules.heading_open = () => '<p class="subhead">';
rules.heading_close = () => '</p>';
rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>';
rules.table_close = () => '</table></div>';
rules.fence = rules.code_block = (tokens, index) => {
  return `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;
};
rules.link_open = (tokens, index, _options, env) => {
  const { around, open } = stateOf(env);
  const href = around.hrefOf(String(tokens[index]?.attrGet('href') ?? ''));
  open.push(href !== undefined);
  return href === undefined ? '' : `<a href="${markdown.utils.escapeHtml(href)}">`;
};
rules.link_close = (_tokens, _index, _options, env) => (stateOf(env).open.pop() === true ? '</a>' : '');
rules.code_inline = (tokens, index, _options, env) => {
  const { around, open } = stateOf(env);
  const content = tokens[index]?.content ?? '';
  const code = `<code>${markdown.utils.escapeHtml(content)}</code>`;
  const href = open.includes(true) ? undefined : around.placeOf(content);
  return href === undefined ? code : `<a href="${markdown.utils.escapeHtml(href)}">${code}</a>`;
};

/** What the renderer is told of the text at hand. */
interface State {
  readonly around: Surroundings;
  /** Whether each open link was written. */
  readonly open: boolean[];
}

function stateOf(env: unknown): State {
  return (env as { readonly state: State }).state;
}

type Tokens = ReturnType<typeof markdown.parse>;

/** Most texts stand in several places: they are parsed once, and only what their links lead to differs. */
const blocks = new Map<string, Tokens>();
const inlines = new Map<string, Tokens>();

/** @param inline without a paragraph around it */
export function html(text: string, around: Surroundings, inline = false): string {
  const memory = inline ? inlines : blocks;
  const tokens = memory.get(text) ?? (inline ? markdown.parseInline(text, {}) : markdown.parse(text, {}));
  memory.set(text, tokens);
  const state: State = { around, open: [] };
  return markdown.renderer.render(tokens, markdown.options, { state });
}

const plainTexts = new Map<string, string>();

/** The words alone, for the search. */
export function plain(text: string): string {
  const known = plainTexts.get(text);
  if (known !== undefined) return known;
  const made = text
    .replace(/[`*_]{1,2}(?=\S)|(?<=\S)[`*_]{1,2}/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  plainTexts.set(text, made);
  return made;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return ':';
  }
}
