/** Reads the docs packages: each names the pages of its version and the package that holds them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocsError } from '../docs-error.js';
import type { Page, PageList } from '../gen/page.js';
import { checkedPath } from './checked-path.js';
import type { Source } from './source.js';

/**
 * The versions in the order of the folders.
 * @param folders of docs packages; a package that another one takes pages from must be among them
 * @throws DocsError when a folder is no docs package, or a page is missing
 */
export function readSources(folders: readonly string[]): Source[] {
  const lists = folders.map((folder) => ({ folder, list: parse<PageList>(join(folder, 'gen', 'index.json')) }));
  const packages = new Map(lists.map(({ folder, list }) => [nameOf(folder), { folder, version: list.version }]));
  const read = new Map<string, Page>();
  return lists.map(({ folder, list }) => {
    const markdown = new Map<string, string>();
    const pages = new Map<string, Page>();
    const files = new Map<string, string>();
    for (const entry of list.pages) {
      const home = packages.get(entry.package);
      if (home === undefined) {
        throw new DocsError(
          `${entry.path} of ${list.version} is in ${entry.package}, which is not among the given packages`,
        );
      }
      const path = checkedPath(entry.path);
      const file = join(home.folder, 'gen', 'pages', `${path}.json`);
      const page = read.get(file) ?? parse<Page>(file);
      read.set(file, page);
      if (page.path !== path) throw new DocsError(`${file} contains the page ${page.path}, not ${path}`);
      pages.set(path, page);
      if (existsSync(join(home.folder, 'gen', `${path}.md`))) markdown.set(path, home.version);
      if (home.folder === folder) addIfThere(files, `${path}.md`, join(folder, 'gen'));
    }
    for (const name of ['llms.txt', 'openapi.json']) addIfThere(files, name, join(folder, 'gen'));
    return { list, pages, files, markdown };
  });
}

function addIfThere(files: Map<string, string>, path: string, folder: string): void {
  const file = join(folder, path);
  if (existsSync(file)) files.set(path, file);
}

function nameOf(folder: string): string {
  return parse<{ readonly name: string }>(join(folder, 'package.json')).name;
}

/** The files are made by the generator of these types; what they say is data all the same. */
function parse<T>(file: string): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new DocsError(`${file} cannot be read; generate the docs packages first (npm start)`);
  }
  return JSON.parse(text) as T;
}
