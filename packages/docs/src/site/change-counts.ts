/** Adds to the page of changes what readers look for first: titles in words, and the numbers of breaking changes. */
import type { ChangesPage, LinkText } from '../gen/page.js';
import type { Source } from '../source/index.js';
import type { ChangesPart, SiteChangesPage } from './site-page.js';

/** The titles of operations by identifier. A title of another version is better than an identifier. */
export type OperationTitles = ReadonlyMap<string, string>;

export function operationTitles(sources: readonly Source[]): OperationTitles {
  const pages = sources.flatMap((source) => [...source.pages.values()]);
  const operations = pages.flatMap((page) => (page.kind === 'group' ? page.operations : []));
  return new Map(operations.map(({ id, summary }) => [id, summary ?? id]));
}

export function withCounts(page: ChangesPage, titles: OperationTitles): SiteChangesPage {
  const changes = page.groups.flatMap((group) => group.changes);
  const forClients = changes.filter(({ breaks }) => breaks === 'client' || breaks === 'both').length;
  const forServers = changes.filter(({ breaks }) => breaks === 'server' || breaks === 'both').length;
  const breaking = changes.filter(({ breaks }) => breaks !== 'none').length;
  return {
    ...page,
    title: `Changes from ${page.from} to ${page.to}`,
    counts: [
      { number: changes.length, text: plural(changes.length, 'change') },
      { number: breaking, text: 'breaking' },
      { number: forClients, text: 'breaking for clients' },
      { number: forServers, text: 'breaking for servers' },
      { number: page.behaviours.length, text: `${plural(page.behaviours.length, 'difference')} in behaviour` },
    ],
    parts: partsOf(page, titles),
    behaviours: page.behaviours.map((entry) => ({ ...entry, others: titled(entry.operations, titles) })),
  };
}

/** Returns the groups of operations and those of schemas, each as a part of the page. */
function partsOf(page: ChangesPage, titles: OperationTitles): readonly ChangesPart[] {
  const groups = page.groups.map((group) => ({
    ...group,
    heading: titles.get(group.title) ?? group.title,
    breaking: group.changes.filter(({ breaks }) => breaks !== 'none').length,
    changes: group.changes.map((change) => ({
      ...change,
      // The operation that the heading names is not repeated.
      others: change.operations.some(({ text }) => text !== group.title) ? titled(change.operations, titles) : [],
    })),
  }));
  const isSchema = ({ anchor }: { readonly anchor: string }) => anchor.startsWith('schema-');
  const parts = [
    { anchor: 'operations', title: 'Operations', groups: groups.filter((group) => !isSchema(group)) },
    {
      anchor: 'schemas',
      title: 'Schemas',
      groups: groups.filter(isSchema).sort((a, b) => (a.heading < b.heading ? -1 : 1)),
    },
  ];
  return parts
    .filter((part) => part.groups.length > 0)
    .map((part) => ({ ...part, breaking: part.groups.reduce((sum, { breaking }) => sum + breaking, 0) }));
}

function titled(operations: readonly LinkText[], titles: OperationTitles): readonly LinkText[] {
  return operations.map(({ text, link }) => ({ text: titles.get(text) ?? text, link }));
}

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}
