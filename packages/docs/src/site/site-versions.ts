/** Makes the versions of the site from the docs packages, with badges in both versions and the derived pages. */
import type { GroupPage, Page, ChangesGroup, ChangesPage } from '../gen/page.js';
import type { Source } from '../source/index.js';
import { anchorsOfPage } from './anchors.js';
import { directionsOf, type Directions } from './directions.js';
import { graphPages } from './graph-pages.js';
import { withBackportedBadges } from './backport-badges.js';
import { partsByAnchor, partsOfPage } from './long-pages.js';
import { operationPages } from './operation-pages.js';
import { schemasPage } from './schemas-page.js';
import type { SitePage } from './site-page.js';
import type { SiteVersion } from './site-version.js';
import { operationTitles, withCounts, type OperationTitles } from './change-counts.js';
import { timelinePage } from './timeline-page.js';
import { compareNames } from './names-order.js';

/** Returns the versions of the site, the newest first. @param hasComparison whether a page compares any two versions */
export function siteVersions(sources: readonly Source[], hasComparison = false): SiteVersion[] {
  const titles = operationTitles(sources);
  return [...sources]
    .sort((a, b) => compareNames(b.list.version, a.list.version))
    .map((source) => ({ ...siteVersion(source, sources, titles), hasComparison }));
}

function siteVersion(
  source: Source,
  all: readonly Source[],
  titles: OperationTitles,
): Omit<SiteVersion, 'hasComparison'> {
  const { list } = source;
  const changes = changesPages(source, all);
  let documentedPages: Map<string, Page> = new Map(source.pages);
  for (const { older, path } of changes.extensions)
    documentedPages = withBackportedBadges(documentedPages, older, path);
  for (const page of changes.pages) documentedPages.set(page.path, page);
  const directions = directionsOf(documentedPages);
  const { byGroup, moved } = operationPages(documentedPages);
  const pages = new Map<string, SitePage>();
  for (const page of documentedPages.values()) {
    for (const each of page.kind === 'group' ? (byGroup.get(page.path) ?? []) : [sitePage(page, directions)])
      pages.set(each.path, each);
  }
  const timeline = timelinePage(list.version, documentedPages, all);
  for (const page of [
    schemasPage(list, documentedPages),
    ...graphPages(list, documentedPages),
    ...(timeline.versions.length > 1 ? [timeline] : []),
  ]) {
    pages.set(page.path, page);
  }
  for (const page of documentedPages.values())
    if (page.kind === 'changes') pages.set(page.path, withCounts(page, titles));
  const parts = new Map(
    [...pages].map(([path, page]) => [path, partsOfPage(page)] as const).filter(([, all]) => all.length > 1),
  );
  const wholes = new Map([...parts].flatMap(([path, all]) => all.slice(1).map((part) => [part.path, path] as const)));
  const partAnchors = new Map([...parts].map(([path, all]) => [path, partsByAnchor(all)]));
  const anchors = new Map([...pages].map(([path, page]) => [path, anchorsOfPage(page)]));
  const files = new Set(
    [...source.files.keys(), 'llms-full.txt', 'postman.json'].filter((file) => !file.endsWith('.md')),
  );
  const derived = { files, moved, parts, wholes, partAnchors, anchors };
  return { list, version: list.version, pages, markdown: source.markdown, ...derived };
}

function sitePage(page: Exclude<Page, GroupPage>, { requests, responses }: Directions): SitePage {
  if (page.kind !== 'schema' || requests.has(page.path) === responses.has(page.path)) return page;
  return { ...page, only: requests.has(page.path) ? 'requests' : 'responses' };
}

interface ChangesPages {
  /** The changes pages to add to the version's own pages. */
  readonly pages: readonly ChangesPage[];
  /** The versions that extend this one, with the path of their changes page here. */
  readonly extensions: readonly { readonly older: Source; readonly path: string }[];
}

/** Uses the path `changes` for the nearest version if it is free, so that both versions have the page at this path. */
function changesPages(source: Source, all: readonly Source[]): ChangesPages {
  let pathIsFree = !source.pages.has('changes');
  const extensions: { older: Source; path: string }[] = [];
  const pages: ChangesPage[] = [];
  const extending = all.filter(({ list }) => list.extends === source.list.version);
  for (const older of extending.sort((a, b) => compareNames(b.list.version, a.list.version))) {
    const page = older.pages.get('changes');
    if (page?.kind !== 'changes') continue;
    const path = pathIsFree ? 'changes' : `changes-from-${older.list.version}`;
    pathIsFree = false;
    extensions.push({ older, path });
    pages.push({ ...page, path, groups: page.groups.map(linkedToBase) });
  }
  return { pages, extensions };
}

/**
 * Changes the links to those of the base version. What the base version lacks keeps its link, because an entry for it
 * is added together with the badges.
 */
function linkedToBase(group: ChangesGroup): ChangesGroup {
  return {
    ...group,
    changes: group.changes.map((change) => (change.kind === 'removed' ? change : { ...change, link: change.other })),
  };
}
