/** The pages of the schemas of a group → Markdown. */
import type { LinkText, SchemaPage } from '../page.js';
import { blocks, enumText, fieldBlocks, itemsText, marksText, missingText, versionsText } from './entries.js';
import type { Formatter } from './formatter.js';

/** The schemas of a Markdown file. */
export interface SchemasFile {
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
