/** One version of the site: its pages, and the targets of links. */
import type { PageList } from '../gen/page.js';
import type { SitePage } from './site-page.js';

export interface SiteVersion {
  readonly list: PageList;
  readonly version: string;
  readonly pages: ReadonlyMap<string, SitePage>;
  /** The version whose folder contains a page as Markdown, by the page's path. */
  readonly markdown: ReadonlyMap<string, string>;
  /** The names of the files beside the pages: `openapi.json`, `llms.txt`. */
  readonly files: ReadonlySet<string>;
  /** The path of an operation's page, by the link to its group: `groups/pet#PetCreate`. */
  readonly moved: ReadonlyMap<string, string>;
  /** The parts of each long page, by its path. */
  readonly parts: ReadonlyMap<string, readonly SitePage[]>;
  /** The path of a long page, by those of its parts but the first. */
  readonly wholes: ReadonlyMap<string, string>;
  /** The part of a long page that has an anchor, unless it is the first one, by the path of the page. */
  readonly partAnchors: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Whether the site has a page that compares any two versions. */
  readonly hasComparison: boolean;
  /** The anchors of each page, by its path. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the folder of a version, such as `v1.44`. */
export function folderOf(version: string): string {
  return `v${version}`;
}
