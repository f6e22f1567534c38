/** The errors of the model → their page: by status, with what each operation means by it. */
import type { ArticlePage, CellText, SectionEntry } from './page.js';
import type { Room } from './room.js';
import { segment } from './segment.js';
import { answerAnchor } from './spots.js';

export function errorsPage(room: Room): ArticlePage {
  const statuses = new Map<string, (readonly CellText[])[]>();
  for (const operation of room.api.operations) {
    for (const answer of operation.answers.filter(({ status }) => /^[45]/.test(status) || status === 'default')) {
      const link = `${room.spots.group(operation.group)}#${answerAnchor(operation, answer)}`;
      const rows = statuses.get(answer.status) ?? [];
      statuses.set(answer.status, rows);
      rows.push([[{ text: operation.id, link }], [{ markdown: answer.description ?? '' }]]);
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
