/** What of a Markdown file would be more than text where HTML is let through. */
import MarkdownIt from 'markdown-it';

const reader = new MarkdownIt({ html: true, linkify: true });
// Every scheme is let through, so that none is hidden by the reader's own care.
reader.validateLink = () => true;

export function strange(text: string): readonly string[] {
  const tokens = reader.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens.flatMap((token) => {
    if (token.type === 'html_block') return /^<!-- [^>]* -->\s*$/.test(token.content) ? [] : [token.content];
    if (token.type === 'html_inline') return /^(<a id="[\w.~-]*">|<\/a>)$/.test(token.content) ? [] : [token.content];
    if (token.type === 'image') return [`an image of ${String(token.attrGet('src'))}`];
    const href = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : '';
    return /^(https?:\/\/[^\s]*|[\w./~-]*(#[\w.~-]*)?)$/.test(href) ? [] : [`a link to ${href}`];
  });
}
