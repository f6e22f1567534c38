/** One version of the site: its pages, and the places that a link can lead to. */
import type { PageList } from '../gen/page.js';
import type { SitePage } from './site-page.js';

export interface SiteVersion {
  readonly list: PageList;
  readonly version: string;
  readonly pages: ReadonlyMap<string, SitePage>;
  /** The version whose folder has a page as Markdown, by the page's path. */
  readonly markdown: ReadonlyMap<string, string>;
  /** The anchors of each page, by its path. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

/** `v1.44`, the folder of a version. */
export function folderOf(version: string): string {
  return `v${version}`;
}
