/** Active content of a Markdown file, for readers that allow HTML. */
import MarkdownIt from 'markdown-it';

const reader = new MarkdownIt({ html: true, linkify: true });
// Every scheme is allowed, so that the reader's own protection hides none.
reader.validateLink = () => true;

export function unsafeMarkdown(text: string): readonly string[] {
  const tokens = reader.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens.flatMap((token) => {
    if (token.type === 'html_block') return /^<!-- [^>]* -->\s*$/.test(token.content) ? [] : [token.content];
    if (token.type === 'html_inline') return /^(<a id="[\w.~-]*">|<\/a>)$/.test(token.content) ? [] : [token.content];
    if (token.type === 'image') return [`an image of ${String(token.attrGet('src'))}`];
    const href = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : '';
    return /^(https?:\/\/[^\s]*|[\w./~-]*(#[\w.~-]*)?)$/.test(href) ? [] : [`a link to ${href}`];
  });
}
