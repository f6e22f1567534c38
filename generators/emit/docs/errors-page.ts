/** The errors of the model → their page: by status, with the meaning in each operation. */
import type { ArticlePage, CellText, SectionEntry } from './page.js';
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
      rows.push([[{ text: operation.id, link }], [{ markdown: response.description ?? '' }]]);
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
