/** A resource group → the page of its operations. */
import type { Group } from '../../ir/index.js';
import { operationEntry } from './operation-entry.js';
import type { GroupPage } from './page.js';
import type { PageContext } from './page-context.js';

export function groupPage({ name, title, description }: Group, room: PageContext): GroupPage {
  const path = room.spots.group(name);
  const operations = room.api.operations.filter(({ group }) => group === name);
  return {
    kind: 'group',
    path,
    title,
    ...(description !== undefined && { about: description }),
    operations: operations.map((operation) => operationEntry(operation, room)),
    missing: room.differences.missingIn(path),
  };
}
