/** The page of a resource group → Markdown. */
import type { BodyEntry, FieldEntry, GroupPage, OperationEntry, ResponseEntry } from '../page.js';
import {
  blocks,
  contentText,
  examplesText,
  fieldText,
  itemsText,
  lines,
  marksText,
  missingText,
  valuesText,
  versionsText,
} from './entries.js';
import type { Formatter } from './formatter.js';

export function groupText({ title, about, marks, operations, missing }: GroupPage, format: Formatter): string {
  return blocks(
    `# ${format.text(title)}${marksText(marks, format)}`,
    about && format.prose(about),
    ...operations.map((operation) => operationText(operation, format)),
    missing.length > 0 && blocks('## Not in this version', missingText(missing, format)),
  );
}

function operationText(operation: OperationEntry, format: Formatter): string {
  const { method, path, summary, description, rules, parameters, missing, body, responses } = operation;
  const id = format.text(operation.id);
  const call = `${format.code(method)} ${format.code(path)}${summary ? `: ${format.line(summary)}` : ''}`;
  return blocks(
    format.anchor(operation.anchor),
    `## ${id}`,
    `${call}${versionsText(operation, format)}${marksText(operation.marks, format)}`,
    description && format.prose(description),
    itemsText(rules, format),
    parameters.length > 0 && blocks(`### Parameters of ${id}`, ...parameters.map((field) => fieldText(field, format))),
    missing.length > 0 && blocks(`### Not in this version of ${id}`, missingText(missing, format)),
    body && blocks(`### Body of ${id}`, bodyText(body, format)),
    `### Responses of ${id}`,
    lines(...responses.map((response) => responseText(response, format))),
    `### Example of ${id}`,
    exampleText(operation, format),
  );
}

function bodyText({ anchor, required, description, content, rules, marks }: BodyEntry, format: Formatter): string {
  const about = description ? ` ${format.line(description)}` : '';
  return blocks(
    `${format.anchor(anchor)}${required ? 'Required.' : 'Optional.'}${about}${marksText(marks, format)}`,
    lines(...content.map((each) => contentText(each, format)), itemsText(rules, format)),
  );
}

function responseText(response: ResponseEntry, format: Formatter): string {
  const { anchor, status, description, stream, content, rules, headers, marks } = response;
  const about = `${description ? ` ${format.line(description)}` : ''}${stream ? ` ${stream}` : ''}`;
  const notes = `${versionsText(response, format)}${marksText(marks, format)}`;
  return lines(
    `- ${format.anchor(anchor)}${format.code(status)}${about}${notes}`,
    ...content.map((each) => contentText(each, format, '  ')),
    itemsText(rules, format, '  '),
    ...headers.map((header) => headerText(header, format)),
  );
}

function headerText(header: FieldEntry, format: Formatter): string {
  const { anchor, name, type, description, marks } = header;
  let text = `  - ${format.anchor(anchor)}Header ${format.code(name)}: ${format.type(type)}.`;
  if (description) text += ` ${format.line(description)}`;
  if (header.default !== undefined) text += ` Default: ${format.value(header.default)}.`;
  text += `${versionsText(header, format)}${marksText(marks, format)}`;
  return lines(
    text,
    header.enum && valuesText(header.enum.values, format, '    '),
    examplesText(header.examples, format, '    '),
  );
}

function exampleText({ code, examples }: OperationEntry, format: Formatter): string {
  const { status, mediaType, body, text } = examples.response;
  const type = mediaType ? `, ${format.code(mediaType)}` : '';
  const isShort = text !== undefined && text !== '' && !text.trimEnd().includes('\n');
  return blocks(
    format.block('sh', code.curl),
    `Response ${format.code(status)}${type}${isShort ? `: ${format.code(text.trimEnd())}` : ''}`,
    text && !isShort && format.verbatim('', text.trimEnd()),
    body !== undefined && format.json(body),
    code.client && blocks('Client:', format.block('ts', code.client)),
    code.server && blocks('Server:', format.block('ts', code.server)),
    ...(code.samples ?? []).map(({ title, language, text: sample }) =>
      blocks(`${format.text(title)}:`, format.verbatim(language, sample)),
    ),
  );
}
