/** Makes the versions of the site from the docs packages, with badges in both versions and the derived pages. */
import type { GroupPage, Page } from '../gen/page.js';
import type { Source } from '../source/index.js';
import { anchorsOfPage } from './anchors.js';
import { changesPages } from './changes-pages.js';
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
import { compareVersions } from './versions-order.js';

/** Returns the versions of the site, the newest first. @param hasComparison whether a page compares any two versions */
export function siteVersions(sources: readonly Source[], hasComparison = false): SiteVersion[] {
  const titles = operationTitles(sources);
  return [...sources]
    .sort((a, b) => compareVersions(b.list.version, a.list.version))
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
