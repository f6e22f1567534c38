/** Adds to each operation the differences of the schemas that it uses, which its own entry does not show otherwise. */
import type { ChangesPage, GroupPage, Mark, Page } from '../gen/page.js';
import type { SiteOperation } from './site-page.js';

/** Returns the operations of a group with the differences of their schemas. */
export function withSchemaChanges(page: GroupPage, pages: ReadonlyMap<string, Page>): readonly SiteOperation[] {
  const marks = schemaMarks(pages);
  return page.operations.map((operation) => {
    const found = marks.get(operation.id);
    return found === undefined ? operation : { ...operation, schemaChanges: found };
  });
}

const schemaMarksCache = new WeakMap<ReadonlyMap<string, Page>, Map<string, readonly Mark[]>>();

/** Returns the marks of schema changes by operation, from the changes pages. */
function schemaMarks(pages: ReadonlyMap<string, Page>): ReadonlyMap<string, readonly Mark[]> {
  const cached = schemaMarksCache.get(pages);
  if (cached !== undefined) return cached;
  const byOperation = new Map<string, Mark[]>();
  for (const page of pages.values()) {
    if (page.kind !== 'changes') continue;
    for (const { mark, operations } of schemaChanges(page)) {
      for (const operation of operations) byOperation.set(operation, [...(byOperation.get(operation) ?? []), mark]);
    }
  }
  schemaMarksCache.set(pages, byOperation);
  return byOperation;
}

function schemaChanges({ path, from, to, groups }: ChangesPage): { mark: Mark; operations: readonly string[] }[] {
  return groups.flatMap(({ changes }) =>
    changes
      .filter(({ link }) => link.startsWith('schemas/'))
      .map(({ anchor, kind, place, sentence, breaks, operations }) => ({
        mark: {
          kind,
          text: place,
          description: sentence,
          breaks,
          versions: [from, to] as const,
          change: `${path}#${anchor}`,
        },
        operations: operations.map(({ link }) => link.split('#')[1] ?? ''),
      })),
  );
}
