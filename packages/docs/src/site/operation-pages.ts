/** Splits the page of a group into an overview and a page for each operation. */
import type { GroupPage, LinkText, OperationEntry, Page } from '../gen/page.js';
import { marksByAnchor } from './marks.js';
import type { OperationPage, OperationSummary, SiteGroupPage } from './site-page.js';
import { withSchemaChanges } from './schema-changes.js';

/** The pages of a version's operations, and where an operation that a link names has its page. */
export interface OperationPages {
  /** The overview and the pages of operations, by the path of the group. */
  readonly byGroup: ReadonlyMap<string, readonly [SiteGroupPage, ...OperationPage[]]>;
  /** The path of an operation's page: `operations/PetCreate`, by its link `groups/pet#PetCreate`. */
  readonly moved: ReadonlyMap<string, string>;
}

export function operationPages(pages: ReadonlyMap<string, Page>): OperationPages {
  const groups = [...pages.values()].filter((page) => page.kind === 'group');
  const all = groups.flatMap((group) => group.operations.map((operation) => ({ group, operation })));
  const names = fileNames(all.map(({ operation }) => operation.anchor));
  const moved = new Map(
    all.map(({ group, operation }) => [
      `${group.path}#${operation.anchor}`,
      `operations/${names.get(operation.anchor) ?? operation.anchor}`,
    ]),
  );
  const byGroup = new Map(groups.map((group) => [group.path, split(group, pages, moved)] as const));
  return { byGroup, moved };
}

function split(
  group: GroupPage,
  pages: ReadonlyMap<string, Page>,
  moved: OperationPages['moved'],
): readonly [SiteGroupPage, ...OperationPage[]] {
  const pathOf = ({ anchor }: OperationEntry) => moved.get(`${group.path}#${anchor}`) ?? group.path;
  const linkTo = (operation: OperationEntry | undefined): LinkText | undefined =>
    operation && { text: operation.summary ?? operation.id, link: pathOf(operation) };
  const operations = withSchemaChanges(group, pages);
  const own = operations.map((operation, at): OperationPage => {
    const [previous, next] = [linkTo(operations[at - 1]), linkTo(operations[at + 1])];
    return {
      kind: 'operation',
      path: pathOf(operation),
      title: operation.summary ?? operation.id,
      group: group.path.replace('groups/', ''),
      groupTitle: group.title,
      operation,
      ...(previous && { previous }),
      ...(next && { next }),
    };
  });
  return [{ ...group, operations: operations.map((operation) => summaryOf(operation, pathOf(operation))) }, ...own];
}

function summaryOf(operation: OperationEntry, link: string): OperationSummary {
  const { anchor, id, method, path, summary, description, since, until, deprecated, marks } = operation;
  const own = new Set([...marksByAnchor(operation).values()].flat().map(({ change }) => change));
  return {
    anchor,
    id,
    method,
    path,
    link,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(deprecated && { deprecated }),
    marks,
    changes: own.size,
  };
}

const longestName = 100;

/** Returns file names for anchors, which differ by more than case and are no reserved names of a file system. */
function fileNames(anchors: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    anchors.map((anchor) => {
      const plain = /^(con|prn|aux|nul|com\d|lpt\d|index)$/i.test(anchor) ? `${anchor}~` : anchor.slice(0, longestName);
      let name = plain;
      for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${plain}~${count}`;
      taken.add(name.toLowerCase());
      return [anchor, name];
    }),
  );
}
