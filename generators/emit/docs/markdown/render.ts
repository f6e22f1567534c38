/** Pages → Markdown files. */
import { packageFolder, titleLine, type OutputFile } from '../../../emitter/index.js';
import type { EmittedDocs } from '../emit-docs.js';
import type { Link, Page } from '../page.js';
import { articleText, indexText, statesText } from './article-text.js';
import { changesText } from './changes-text.js';
import { createFormatter, type Formatter } from './formatter.js';
import { groupText } from './group-text.js';
import { schemaText } from './schema-text.js';

/** Returns the pages that the package of the version contains. @param head the lines that state the source of a file */
export function markdownFiles(emitted: EmittedDocs, head: readonly string[]): readonly OutputFile[] {
  const { version } = emitted.context.api;
  const places = { version, holders: emitted.holders };
  const comment = commentOf(head);
  let from = '';
  const format = createFormatter((link) => relativeLink(from, link, places), version);
  return emitted.pages
    .filter((page) => page.version === version)
    .map(({ page }) => {
      from = page.path;
      return {
        path: `gen/${page.path}.md`,
        text: `${comment}${pageText(page, format)}`,
      };
    });
}

function pageText(page: Page, format: Formatter): string {
  return `${contentOf(page, format)
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function contentOf(page: Page, format: Formatter): string {
  switch (page.kind) {
    case 'index':
      return indexText(page, format);
    case 'group':
      return groupText(page, format);
    case 'schema':
      return schemaText(page, format);
    case 'states':
      return statesText(page, format);
    case 'article':
      return articleText(page, format);
    case 'changes':
      return changesText(page, format);
  }
}

/** The version of the pages, and the version whose package contains a page. */
export interface PagePlaces {
  readonly version: string;
  readonly holders: EmittedDocs['holders'];
}

/** Returns the relative path to the file of a page, which the package of another version may contain. */
export function relativeLink(from: string, link: Link, { version, holders }: PagePlaces): string {
  const [path = '', anchor] = link.split('#');
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
