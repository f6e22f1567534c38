/** A resource group → the page of its operations. */
import type { Group } from '../../emitter/index.js';
import { externalDocsText } from './elsewhere.js';
import { operationEntry } from './operation-entry.js';
import type { GroupPage } from './page.js';
import type { PageContext } from './page-context.js';

export function groupPage({ name, title, description, externalDocs }: Group, context: PageContext): GroupPage {
  const path = context.anchors.group(name);
  const about = [description ?? '', ...externalDocsText({ ...(externalDocs && { externalDocs }) })]
    .filter((part) => part !== '')
    .join('\n\n');
  return {
    kind: 'group',
    path,
    title,
    ...(about !== '' && { about }),
    operations: context.operations(name).map((operation) => operationEntry(operation, context)),
    missing: context.differences.missingIn(path),
  };
}
