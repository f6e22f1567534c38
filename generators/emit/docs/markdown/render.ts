/** Pages → Markdown files. */
import { packageFolder, titleLine, type OutputFile } from '../../../code/index.js';
import type { EmittedDocs } from '../emit-docs.js';
import type { Link } from '../page.js';
import { templatesWith } from './helpers.js';

/** The pages that the version holds itself. @param head what the head of a file says of where it comes from */
export function markdownFiles(emitted: EmittedDocs, head: readonly string[]): readonly OutputFile[] {
  const { version } = emitted.room.api;
  const comment = commentOf(head);
  let from = '';
  const templates = templatesWith((link) => relativeLink(from, link, emitted), version);
  return emitted.pages
    .filter((page) => page.version === version)
    .map(({ page }) => {
      from = page.path;
      return {
        path: `${packageFolder('docs', version)}/gen/${page.path}.md`,
        text: `${comment}${templates[page.kind](page)}`,
      };
    });
}

/** The file of a page, from that of another: it may be held by the package of another version. */
export function relativeLink(from: string, link: Link, { room, holders }: EmittedDocs): string {
  const [path = '', anchor] = link.split('#');
  const { version } = room.api;
  const holder = holders.get(path) ?? version;
  const up = '../'.repeat(from.split('/').length - 1);
  // `gen`, `docs`, and the folder of the version.
  const target = holder === version ? `${up}${path}` : `${up}../../../${packageFolder('docs', holder)}/gen/${path}`;
  if (path === from) return anchor === undefined ? `${path.split('/').at(-1) ?? path}.md` : `#${anchor}`;
  return `${target}.md${anchor === undefined ? '' : `#${anchor}`}`;
}

function commentOf(head: readonly string[]): string {
  const lines = head.map((line) => titleLine(line).replaceAll('>', ''));
  return lines.length === 0 ? '' : `<!-- ${lines.join(' ')} -->\n\n`;
}
