/** Makes the versions of the site from the docs packages, with badges in both versions and the derived pages. */
import type { Page } from '../gen/page.js';
import type { Source } from '../source/index.js';
import { anchorsOfPage } from './anchors.js';
import { withSchemaChanges } from './schema-changes.js';
import { changesPages } from './changes-pages.js';
import { directionsOf, type Directions } from './directions.js';
import { graphPages } from './graph-pages.js';
import { withBackportedBadges } from './backport-badges.js';
import { schemasPage } from './schemas-page.js';
import type { SitePage } from './site-page.js';
import type { SiteVersion } from './site-version.js';
import { timelinePage } from './timeline-page.js';
import { compareVersions } from './versions-order.js';

/** Returns the versions of the site, the newest first. */
export function siteVersions(sources: readonly Source[]): SiteVersion[] {
  return [...sources]
    .sort((a, b) => compareVersions(b.list.version, a.list.version))
    .map((source) => siteVersion(source, sources));
}

function siteVersion(source: Source, all: readonly Source[]): SiteVersion {
  const { list } = source;
  const changes = changesPages(source, all);
  let documentedPages: Map<string, Page> = new Map(source.pages);
  for (const { older, path } of changes.extensions)
    documentedPages = withBackportedBadges(documentedPages, older, path);
  for (const page of changes.pages) documentedPages.set(page.path, page);
  const directions = directionsOf(documentedPages);
  const pages = new Map<string, SitePage>();
  for (const page of documentedPages.values()) pages.set(page.path, sitePage(page, documentedPages, directions));
  for (const page of [
    schemasPage(list, documentedPages),
    ...graphPages(list, documentedPages),
    timelinePage(documentedPages, all),
  ]) {
    pages.set(page.path, page);
  }
  const anchors = new Map([...pages].map(([path, page]) => [path, anchorsOfPage(page)]));
  return { list, version: list.version, pages, anchors, markdown: source.markdown };
}

function sitePage(page: Page, pages: ReadonlyMap<string, Page>, { requests, responses }: Directions): SitePage {
  if (page.kind === 'group') return withSchemaChanges(page, pages);
  if (page.kind !== 'schema' || requests.has(page.path) === responses.has(page.path)) return page;
  return { ...page, only: requests.has(page.path) ? 'requests' : 'responses' };
}
