/** Adds to the page of changes what readers look for first: titles in words, and the numbers of breaking changes. */
import type { ChangesPage } from '../gen/page.js';
import type { SiteChangesPage, SitePage } from './site-page.js';

export function withCounts(
  page: ChangesPage,
  pages: ReadonlyMap<string, SitePage>,
  moved: ReadonlyMap<string, string>,
): SiteChangesPage {
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
    groups: page.groups.map((group) => ({
      ...group,
      heading: operationTitle(group.link, pages, moved) ?? group.title,
      breaking: group.changes.filter(({ breaks }) => breaks !== 'none').length,
    })),
    behaviours: page.behaviours.map((entry) => ({ ...entry, heading: headingOf(entry.title) })),
  };
}

function operationTitle(
  link: string | undefined,
  pages: ReadonlyMap<string, SitePage>,
  moved: ReadonlyMap<string, string>,
): string | undefined {
  const page = pages.get(moved.get(link ?? '') ?? '');
  return page?.kind === 'operation' ? page.title : undefined;
}

/** Returns an identifier such as `pets-delete-all` as words. */
function headingOf(id: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)+$/.test(id)) return id;
  const words = id.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}
