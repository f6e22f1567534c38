/** The content of the docs packages for one version: its pages, and the files to copy unchanged. */
import type { Page, PageList } from '../gen/page.js';

export interface Source {
  readonly list: PageList;
  /** The pages by path, in the order of the list. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The version whose package contains a page as Markdown, by the page's path. */
  readonly markdown: ReadonlyMap<string, string>;
  /** Its package's Markdown pages, `llms.txt` and `openapi.json`: the source path, by the path in the version's folder. */
  readonly files: ReadonlyMap<string, string>;
}
