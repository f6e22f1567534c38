/** Makes the versions of the site from the docs packages: marks on both sides, and the pages that are made of all others. */
import type { Page } from '../gen/page.js';
import type { Source } from '../source/index.js';
import { anchorsOfPage } from './anchors.js';
import { carried } from './schema-changes.js';
import { changesPages } from './changes-pages.js';
import { directionsOf, type Directions } from './directions.js';
import { graphPages } from './graph-pages.js';
import { mirrored } from './backport-badges.js';
import { schemasPage } from './schemas-page.js';
import type { SitePage } from './site-page.js';
import type { SiteVersion } from './site-version.js';
import { timelinePage } from './timeline-page.js';
import { byAge } from './versions-order.js';

/** The newest version first. */
export function siteVersions(sources: readonly Source[]): SiteVersion[] {
  return [...sources]
    .sort((a, b) => byAge(b.list.version, a.list.version))
    .map((source) => siteVersion(source, sources));
}

function siteVersion(source: Source, all: readonly Source[]): SiteVersion {
  const { list } = source;
  const changes = changesPages(source, all);
  let told: Map<string, Page> = new Map(source.pages);
  for (const { older, path } of changes.taken) told = mirrored(told, older, path);
  for (const page of changes.pages) told.set(page.path, page);
  const directions = directionsOf(told);
  const pages = new Map<string, SitePage>();
  for (const page of told.values()) pages.set(page.path, sitePage(page, told, directions));
  for (const page of [schemasPage(list, told), ...graphPages(list, told), timelinePage(told, all)]) {
    pages.set(page.path, page);
  }
  const anchors = new Map([...pages].map(([path, page]) => [path, anchorsOfPage(page)]));
  return { list, version: list.version, pages, anchors, markdown: source.markdown };
}

function sitePage(page: Page, pages: ReadonlyMap<string, Page>, { requests, responses }: Directions): SitePage {
  if (page.kind === 'group') return carried(page, pages);
  if (page.kind !== 'schema' || requests.has(page.path) === responses.has(page.path)) return page;
  return { ...page, only: requests.has(page.path) ? 'requests' : 'responses' };
}
