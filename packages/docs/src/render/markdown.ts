/** Descriptions as HTML: CommonMark without raw HTML and images, with links to http, https and our own pages only. */
import MarkdownIt from 'markdown-it';

/** Where the text stands, and what its links lead to there. */
export interface Surroundings {
  /** Texts and links that are the same in two places have the same HTML. */
  readonly key: string;
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

const memory = new Map<string, string>();

/** @param inline without a paragraph around it */
export function html(text: string, around: Surroundings, inline = false): string {
  const key = `${inline ? 'i' : 'b'} ${around.key} ${text}`;
  const known = memory.get(key);
  if (known !== undefined) return known;
  const state: State = { around, open: [] };
  const made = inline ? markdown.renderInline(text, { state }) : markdown.render(text, { state });
  memory.set(key, made);
  return made;
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
