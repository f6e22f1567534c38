/** The page of a schema → Markdown. */
import type { SchemaPage } from '../page.js';
import { blocks, enumText, fieldText, itemsText, marksText, missingText, versionsText } from './entries.js';
import type { Formatter } from './formatter.js';

export function schemaText(page: SchemaPage, format: Formatter): string {
  const { title, about, type, bounds, rules, fields, missing, example, usedBy, uses } = page;
  const constraints = bounds.length > 0 ? ` Constraints: ${format.list(bounds)}.` : '';
  return blocks(
    `# ${format.text(title)}${marksText(page.marks, format)}`,
    about && format.prose(about),
    `${format.type(type)}.${constraints}${versionsText(page, format)}`,
    itemsText(rules, format),
    page.enum && blocks('## Values', enumText(page.enum, format)),
    fields.length > 0 && blocks('## Properties', ...fields.map((field) => fieldText(field, format))),
    missing.length > 0 && blocks('## Not in this version', missingText(missing, format)),
    example !== undefined && blocks('## Example', format.json(example)),
    usedBy.operations.length > 0 && `Used in operations: ${format.links(usedBy.operations)}.`,
    usedBy.schemas.length > 0 && `Used in schemas: ${format.links(usedBy.schemas)}.`,
    uses.length > 0 && `References: ${format.links(uses)}.`,
  );
}
