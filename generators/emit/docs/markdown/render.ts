/** Pages → Markdown files. */
import { appendTo, packageFolder, titleLine, type OutputFile } from '../../../emitter/index.js';
import type { EmittedDocs } from '../emit-docs.js';
import { titlesOfSchemas } from '../index-page.js';
import type {
  Link,
  LinkText,
  Page,
  SchemaPage,
  BehaviourEntry,
  ChangeEntry,
  ChangesGroup,
  ChangesPage,
} from '../page.js';
import { articleText, indexText, statesText } from './article-text.js';
import { createFormatter, type Formatter } from './formatter.js';
import { groupText } from './group-text.js';
import { blocks, itemsText, lines, enumText, fieldBlocks, marksText, missingText, versionsText } from './entries.js';

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

/** The page of changes → Markdown. */
function changesText(page: ChangesPage, format: Formatter): string {
  const { title, about, groups, behaviours, extending } = page;
  return blocks(
    `# ${format.text(title)}`,
    about && format.prose(about),
    ...groups.map((group) => changesGroupText(group, format)),
    behaviours.length > 0 &&
      blocks(
        '## Differences in behaviour',
        `What version ${format.text(extending)} does differently:`,
        ...behaviours.map((behaviour) => behaviourText(behaviour, format)),
      ),
  );
}

function changesGroupText({ anchor, title, link, changes }: ChangesGroup, format: Formatter): string {
  const heading = link ? `[${format.text(title)}](${format.href(link)})` : format.text(title);
  return blocks(format.anchor(anchor), `## ${heading}`, lines(...changes.map((change) => changeText(change, format))));
}

function changeText(change: ChangeEntry, format: Formatter): string {
  const { anchor, sentence, constraints, kind, direction, breaks, link, migrate } = change;
  const details = `${kind}, ${direction}, breaking for: ${breaks}; [details](${format.href(link)})`;
  return lines(
    `- ${format.anchor(anchor)}${format.line(sentence)} (${details})`,
    ...(constraints?.added ?? []).map((added) => `  - New: ${format.line(added)}`),
    ...(constraints?.removed ?? []).map((removed) => `  - Removed: ${format.line(removed)}`),
    itemsText(migrate, format, '  '),
  );
}

function behaviourText({ anchor, title, descriptions, rules }: BehaviourEntry, format: Formatter): string {
  return blocks(
    format.anchor(anchor),
    `### ${format.line(title)}`,
    lines(itemsText(descriptions, format), itemsText(rules, format)),
  );
}

/** The schemas of a Markdown file. */
interface SchemasFile {
  readonly title: string;
  readonly pages: readonly SchemaPage[];
  /** The versions whose packages contain further schemas of the group, with one of each file there. */
  readonly elsewhere: readonly LinkText[];
}

export function schemasText({ title, pages, elsewhere }: SchemasFile, format: Formatter): string {
  const fileLink = ({ text, link }: LinkText) => `[${format.text(text)}](${format.href(link).replace(/#.*$/, '')})`;
  const sorted = [...pages].sort((a, b) => (a.name < b.name ? -1 : 1));
  return blocks(
    `# ${format.text(title)}`,
    elsewhere.length > 0 && `Further schemas are the same in version ${elsewhere.map(fileLink).join(', ')}.`,
    `${format.links(sorted.map(({ name, path }) => ({ text: name, link: path })))}.`,
    ...sorted.map((page) => schemaText(page, format)),
  );
}

function schemaText(page: SchemaPage, format: Formatter): string {
  const { about, type, bounds, rules, fields, missing, example, usedBy, uses } = page;
  const name = format.text(page.title);
  const constraints = bounds.length > 0 ? ` Constraints: ${format.list(bounds)}.` : '';
  return blocks(
    format.anchor(format.href(page.path).replace(/^.*#/, '')),
    `## ${name}${marksText(page.marks, format)}`,
    about && format.prose(about),
    `${format.type(type)}.${constraints}${versionsText(page, format)}`,
    itemsText(rules, format),
    page.enum && blocks(`### Values of ${name}`, enumText(page.enum, format)),
    fields.length > 0 && blocks(`### Properties of ${name}`, ...fieldBlocks(fields, format)),
    missing.length > 0 && blocks(`### Not in this version of ${name}`, missingText(missing, format)),
    example !== undefined && blocks(`### Example of ${name}`, format.json(example)),
    usedBy.operations.length > 0 && `Used in operations: ${format.links(usedBy.operations)}.`,
    usedBy.schemas.length > 0 && `Used in schemas: ${format.links(usedBy.schemas)}.`,
    uses.length > 0 && `References: ${format.links(uses)}.`,
  );
}
