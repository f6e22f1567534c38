/** Reads the docs packages. Each lists the pages of its version and the package that contains each page. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocsError } from '../docs-error.js';
import type { Page, PageList } from '../gen/page.js';
import { checkedPath } from './checked-path.js';
import type { Source } from './source.js';

/**
 * Returns the versions in the order of the folders.
 * @param folders the folders of docs packages; they must include every package that another one takes pages from
 * @throws DocsError if a folder is not a docs package, or a page is missing
 */
export function readSources(folders: readonly string[]): Source[] {
  const lists = folders.map((folder) => ({ folder, list: parse<PageList>(join(folder, 'gen', 'index.json')) }));
  const packages = new Map(lists.map(({ folder, list }) => [nameOf(folder), { folder, version: list.version }]));
  const pagesByFile = new Map<string, Page>();
  return lists.map(({ folder, list }) => {
    const markdown = new Map<string, string>();
    const pages = new Map<string, Page>();
    const files = new Map<string, string>();
    for (const entry of list.pages) {
      const owner = packages.get(entry.package);
      if (owner === undefined) {
        throw new DocsError(
          `${entry.path} of ${list.version} is in ${entry.package}, which is not among the given packages; add it with --package`,
        );
      }
      const path = checkedPath(entry.path);
      const file = join(owner.folder, 'gen', 'pages', `${path}.json`);
      const page = pagesByFile.get(file) ?? parse<Page>(file);
      pagesByFile.set(file, page);
      if (page.path !== path)
        throw new DocsError(`${file} has the path ${JSON.stringify(page.path)}; ${JSON.stringify(path)} is expected`);
      pages.set(path, page);
      if (existsSync(join(owner.folder, 'gen', `${path}.md`))) markdown.set(path, owner.version);
      if (owner.folder === folder) addIfPresent(files, `${path}.md`, join(folder, 'gen'));
    }
    for (const name of ['llms.txt', 'openapi.json']) addIfPresent(files, name, join(folder, 'gen'));
    return { list, pages, files, markdown };
  });
}

function addIfPresent(files: Map<string, string>, path: string, folder: string): void {
  const file = join(folder, path);
  if (existsSync(file)) files.set(path, file);
}

function nameOf(folder: string): string {
  return parse<{ readonly name: string }>(join(folder, 'package.json')).name;
}

/** Reads a JSON file. The generator of these types wrote it, but the strings in it are untrusted. */
function parse<T>(file: string): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new DocsError(`${file} cannot be read; generate the docs packages first (npm start)`);
  }
  return JSON.parse(text) as T;
}
