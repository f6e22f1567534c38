/** Renders descriptions: CommonMark without raw HTML and images, linking only to http, https and pages of the site. */
import MarkdownIt from 'markdown-it';

/** Resolves the links of a text on the page that contains it. */
export interface LinkContext {
  /** Returns the URL of a page or an anchor, or undefined if the version lacks the page. */
  readonly hrefOf: (link: string) => string | undefined;
  /** Returns the URL of the operation, schema or property that inline code names, such as `HostConfig.Binds`. */
  readonly hrefOfName: (name: string) => string | undefined;
}

const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false })
  // An image would be fetched from another host.
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
  const { linkContext, open } = stateOf(env);
  const href = linkContext.hrefOf(String(tokens[index]?.attrGet('href') ?? ''));
  open.push(href !== undefined);
  return href === undefined ? '' : `<a href="${markdown.utils.escapeHtml(href)}">`;
};
rules.link_close = (_tokens, _index, _options, env) => (stateOf(env).open.pop() === true ? '</a>' : '');
rules.code_inline = (tokens, index, _options, env) => {
  const { linkContext, open } = stateOf(env);
  const content = tokens[index]?.content ?? '';
  const code = `<code>${markdown.utils.escapeHtml(content)}</code>`;
  const href = open.includes(true) ? undefined : linkContext.hrefOfName(content);
  return href === undefined ? code : `<a href="${markdown.utils.escapeHtml(href)}">${code}</a>`;
};

/** The state of rendering one text. */
interface RenderState {
  readonly linkContext: LinkContext;
  /** For each open link, whether its start tag was written. */
  readonly open: boolean[];
}

function stateOf(env: unknown): RenderState {
  return (env as { readonly state: RenderState }).state;
}

type Tokens = ReturnType<typeof markdown.parse>;

/** The parsed texts. Most texts occur on several pages and differ only in the targets of their links. */
const blockTokens = new Map<string, Tokens>();
const inlineTokens = new Map<string, Tokens>();

/** Renders a text as HTML. @param inline without a paragraph around it */
export function html(text: string, linkContext: LinkContext, inline = false): string {
  const cache = inline ? inlineTokens : blockTokens;
  const tokens = cache.get(text) ?? (inline ? markdown.parseInline(text, {}) : markdown.parse(text, {}));
  cache.set(text, tokens);
  const state: RenderState = { linkContext, open: [] };
  return markdown.renderer.render(tokens, markdown.options, { state });
}

const plainTextCache = new Map<string, string>();

/** Returns a text without markup, for the search index. */
export function plain(text: string): string {
  const cached = plainTextCache.get(text);
  if (cached !== undefined) return cached;
  const plainText = text
    .replace(/[`*_]{1,2}(?=\S)|(?<=\S)[`*_]{1,2}/g, '')
    // No part of the expression matches its own beginning: brackets that nothing closes take linear time.
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  plainTextCache.set(text, plainText);
  return plainText;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return ':';
  }
}
