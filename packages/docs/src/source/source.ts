/** What the docs packages hold of one version: its pages and the files that are handed on as they are. */
import type { Page, PageList } from '../gen/page.js';

export interface Source {
  readonly list: PageList;
  /** By path, in the order of the list. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The version whose package has a page as Markdown, by the page's path. */
  readonly markdown: ReadonlyMap<string, string>;
  /** Its own Markdown pages, `llms.txt`, `openapi.json`: where they lie, by where they go below the version. */
  readonly files: ReadonlyMap<string, string>;
}
