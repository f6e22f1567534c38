/** Makes a graph page for each group: which of its operations and schemas use which schema. */
import type { Page, PageList, SchemaPage } from '../gen/page.js';
import { schemasByGroup } from './schemas-by-group.js';
import { groupsOf } from './schemas-page.js';
import type { GraphNode, GraphPage } from './site-page.js';

export function graphPages(list: PageList, pages: ReadonlyMap<string, Page>): GraphPage[] {
  const schemas = schemasByGroup(pages.values());
  return groupsOf(list).flatMap(({ name, title }) => {
    const page = graphPage(name, title, pages, schemas.get(name) ?? []);
    return page === undefined ? [] : [page];
  });
}

function graphPage(
  group: string,
  title: string,
  pages: ReadonlyMap<string, Page>,
  groupSchemas: readonly SchemaPage[],
): GraphPage | undefined {
  const nodes = new Map<string, GraphNode>();
  const edges: [string, string][] = [];
  const add = (path: string, operation = false): boolean => {
    const name = path.slice(path.lastIndexOf(operation ? '#' : '/') + 1);
    const page = operation ? undefined : pages.get(path);
    if (!operation && page?.kind !== 'schema') return false;
    nodes.set(path, { name, link: path, operation, foreign: page?.kind === 'schema' && page.group !== group });
    return true;
  };
  for (const page of groupSchemas) {
    for (const { link } of page.uses) if (add(link)) edges.push([page.path, link]);
    // The graph includes the group's operations, except for the common schemas, which would have too many.
    if (group === 'common') continue;
    for (const { link } of page.usedBy.operations) {
      if (link.startsWith(`groups/${group}#`) && add(link, true)) edges.push([link, page.path]);
    }
  }
  const connected = new Set(edges.flat());
  for (const { path } of groupSchemas) if (connected.has(path)) add(path);
  const unconnected = groupSchemas
    .filter(({ path }) => !connected.has(path))
    .map(({ name, path }) => ({ text: name, link: path }));
  if (groupSchemas.length === 0) return undefined;
  return {
    kind: 'graph',
    path: `graphs/${group}`,
    title: `${title}: schema usage`,
    group,
    nodes: [...nodes.values()],
    edges,
    unconnected,
  };
}
