/** Pages → Markdown files. */
import { appendTo, packageFolder, titleLine, type OutputFile } from '../../../emitter/index.js';
import type { EmittedDocs } from '../emit-docs.js';
import { titlesOfSchemas } from '../index-page.js';
import type { Link, LinkText, Page, SchemaPage } from '../page.js';
import { articleText, indexText, statesText } from './article-text.js';
import { changesText } from './changes-text.js';
import { createFormatter, type Formatter } from './formatter.js';
import { groupText } from './group-text.js';
import { schemasText, type SchemasFile } from './schema-text.js';

/** Returns the pages that the package of the version contains. @param head the lines that state the source of a file */
export function markdownFiles(emitted: EmittedDocs, head: readonly string[]): readonly OutputFile[] {
  const { version } = emitted.context.api;
  const places = { version, byPath: emitted.byPath };
  const comment = commentOf(head);
  let from = '';
  const format = createFormatter((link) => relativeLink(from, link, places), version);
  const own = emitted.pages.filter((page) => page.version === version);
  const fileOf = (file: string, text: () => string): OutputFile => {
    from = file;
    return { path: `gen/${file}.md`, text: `${comment}${tidy(text())}` };
  };
  return [
    ...own.flatMap(({ page }) => (page.kind === 'schema' ? [] : [fileOf(page.path, () => contentOf(page, format))])),
    ...schemasFiles(emitted).map((file) => fileOf(file.path, () => schemasText(file, format))),
  ];
}

function tidy(text: string): string {
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}

/** Returns the files with the schemas that the package of the version contains. */
function schemasFiles({ context, pages }: EmittedDocs): readonly (SchemasFile & { readonly path: string })[] {
  const titles = titlesOfSchemas(context);
  const own = new Map<string, SchemaPage[]>();
  const elsewhere = new Map<string, Map<string, LinkText>>();
  for (const { page, version, file } of pages) {
    if (page.kind !== 'schema') continue;
    if (version === context.api.version) appendTo(own, file, page);
    else {
      const links = elsewhere.get(page.group) ?? new Map<string, LinkText>();
      elsewhere.set(page.group, links.set(`${version} ${file}`, { text: version, link: page.path }));
    }
  }
  return [...own].map(([path, schemas]) => {
    const [group = '', start] = path.replace(/^schemas\//, '').split('.');
    const title = titles.get(group) ?? group;
    return {
      path,
      title: start === undefined ? title : `${title}: ${start}…`,
      pages: schemas,
      elsewhere: [...(elsewhere.get(group)?.values() ?? [])],
    };
  });
}

function contentOf(page: Exclude<Page, SchemaPage>, format: Formatter): string {
  switch (page.kind) {
    case 'index':
      return indexText(page, format);
    case 'group':
      return groupText(page, format);
    case 'states':
      return statesText(page, format);
    case 'article':
      return articleText(page, format);
    case 'changes':
      return changesText(page, format);
  }
}

/** The version of the pages, and all of them, of which packages of other versions may contain some. */
export interface PagePlaces {
  readonly version: string;
  readonly byPath: EmittedDocs['byPath'];
}

/** Returns the relative path to the Markdown of a page. @param from the file with the link, without extension */
export function relativeLink(from: string, link: Link, { version, byPath }: PagePlaces): string {
  const [path = '', part] = link.split('#');
  const held = byPath.get(path);
  const { version: holder = version, file = path } = held ?? {};
  const anchor = part ?? held?.anchor;
  if (holder === version && file === from)
    return anchor === undefined ? `${file.split('/').at(-1) ?? file}.md` : `#${anchor}`;
  const up = '../'.repeat(from.split('/').length - 1);
  // `gen`, `docs`, and the folder of the version.
  const target = holder === version ? `${up}${file}` : `${up}../../../${packageFolder('docs', holder)}/gen/${file}`;
  return `${target}.md${anchor === undefined ? '' : `#${anchor}`}`;
}

function commentOf(head: readonly string[]): string {
  const lines = head.map((line) => titleLine(line).replaceAll('>', ''));
  return lines.length === 0 ? '' : `<!-- ${lines.join(' ')} -->\n\n`;
}
