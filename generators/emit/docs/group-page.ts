/** A resource group → the page of its operations. */
import type { Group } from '../../emitter/index.js';
import { operationEntry } from './operation-entry.js';
import type { GroupPage } from './page.js';
import type { PageContext } from './page-context.js';

export function groupPage({ name, title, description }: Group, context: PageContext): GroupPage {
  const path = context.anchors.group(name);
  return {
    kind: 'group',
    path,
    title,
    ...(description !== undefined && { about: description }),
    operations: context.operations(name).map((operation) => operationEntry(operation, context)),
    missing: context.differences.missingIn(path),
  };
}
