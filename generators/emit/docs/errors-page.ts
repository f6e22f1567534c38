/** The errors of the model → their page: by status, with the meaning in each operation. */
import { codeSpan, get, isObject, type Json, type Response } from '../../emitter/index.js';
import type { ArticlePage, CellText, Markdown, SectionEntry } from './page.js';
import type { PageContext } from './page-context.js';
import { segment } from './segment.js';
import { responseAnchor } from './anchor-index.js';

export function errorsPage(context: PageContext): ArticlePage {
  const statuses = new Map<string, (readonly CellText[])[]>();
  for (const operation of context.api.operations) {
    for (const response of operation.responses.filter(({ status }) => /^[45]/.test(status) || status === 'default')) {
      const link = `${context.anchors.group(operation.group)}#${responseAnchor(operation, response)}`;
      const rows = statuses.get(response.status) ?? [];
      statuses.set(response.status, rows);
      rows.push([[{ text: operation.id, link }], [{ markdown: whenText(response) }]]);
    }
  }
  return {
    kind: 'article',
    path: 'errors',
    title: 'Errors',
    about: 'The HTTP status indicates success or failure.',
    sections: [
      ...[...statuses]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([status, rows]): SectionEntry => ({
          anchor: segment(status),
          title: titleOf(status),
          table: { head: ['Operation', 'When'], rows },
        })),
    ],
  };
}

/** Returns when a status is sent, with the messages of its examples. */
function whenText({ description = '', content, example }: Response): Markdown {
  const values = content.flatMap((each) => each.examples?.map(({ value }) => value) ?? [each.example ?? example]);
  const messages = [...new Set(values.map((value) => messageOf(value as Json | undefined)))]
    .filter((message) => message !== undefined)
    .slice(0, maxMessages);
  if (messages.length === 0) return description;
  const examples = `${messages.length === 1 ? 'Message' : 'Messages'}: ${messages.map(codeSpan).join(', ')}.`;
  return description === '' ? examples : `${description} ${examples}`;
}

const maxMessages = 3;

/** Returns what an error says for people: a string, or the property for that, as in problem details (RFC 9457). */
function messageOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isObject(value)) return undefined;
  const error = get(value, 'error');
  return [...['message', 'detail', 'title'].map((name) => get(value, name)), error]
    .map((one) => messageOf(one))
    .find((text) => text);
}

function titleOf(status: string): string {
  return names.has(status) ? `${status} ${names.get(status) ?? ''}` : status;
}

const names = new Map([
  ['400', 'Bad Request'],
  ['401', 'Unauthorized'],
  ['403', 'Forbidden'],
  ['404', 'Not Found'],
  ['406', 'Not Acceptable'],
  ['409', 'Conflict'],
  ['500', 'Internal Server Error'],
  ['501', 'Not Implemented'],
  ['503', 'Service Unavailable'],
  ['default', 'any other status'],
]);
