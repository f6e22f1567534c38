/** What differs in the schemas that an operation carries: its own page would not show it otherwise. */
import type { ChangesPage, GroupPage, Mark, Page } from '../gen/page.js';
import type { SiteGroupPage } from './site-page.js';

/** The group's page with the differences of its operations' schemas. */
export function carried(page: GroupPage, pages: ReadonlyMap<string, Page>): SiteGroupPage {
  const marks = schemaMarks(pages);
  return {
    ...page,
    operations: page.operations.map((operation) => {
      const found = marks.get(operation.id);
      return found === undefined ? operation : { ...operation, carried: found };
    }),
  };
}

const memory = new WeakMap<ReadonlyMap<string, Page>, Map<string, readonly Mark[]>>();

/** By operation. The changes page knows which operations carry a change; the schemas' pages know its mark. */
function schemaMarks(pages: ReadonlyMap<string, Page>): ReadonlyMap<string, readonly Mark[]> {
  const known = memory.get(pages);
  if (known !== undefined) return known;
  const byOperation = new Map<string, Mark[]>();
  for (const page of pages.values()) {
    if (page.kind !== 'changes') continue;
    for (const { mark, operations } of schemaChanges(page)) {
      for (const operation of operations) byOperation.set(operation, [...(byOperation.get(operation) ?? []), mark]);
    }
  }
  memory.set(pages, byOperation);
  return byOperation;
}

function schemaChanges({ path, from, to, groups }: ChangesPage): { mark: Mark; operations: readonly string[] }[] {
  return groups.flatMap(({ changes }) =>
    changes
      .filter(({ link }) => link.startsWith('schemas/'))
      .map(({ anchor, kind, place, sentence, breaks, operations }) => ({
        mark: { kind, text: place, says: sentence, breaks, versions: [from, to] as const, change: `${path}#${anchor}` },
        operations: operations.map(({ link }) => link.split('#')[1] ?? ''),
      })),
  );
}
