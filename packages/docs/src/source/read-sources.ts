/** Reads the docs packages. Each lists the pages of its version and the package that contains each page. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocsError } from '../docs-error.js';
import type { Page, PageList, PageListEntry } from '../gen/page.js';

/** The content of the docs packages for one version: its pages, and the files to copy unchanged. */
export interface Source {
  readonly list: PageList;
  /** The pages by path, in the order of the list. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The version whose package contains a page as Markdown, by the page's path. */
  readonly markdown: ReadonlyMap<string, string>;
  /** Its package's Markdown pages, `llms.txt` and `openapi.json`: the source path, by the path in the version's folder. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Returns the versions in the order of the folders.
 * @param folders the folders of docs packages; they must include every package that another one takes pages from
 * @throws DocsError if a folder is not a docs package, or a page is missing
 */
export function readSources(folders: readonly string[]): Source[] {
  const lists = folders.map((folder) => {
    const data = dataFolder(folder);
    return { folder, data, list: parse<PageList>(join(data, 'index.json')) };
  });
  const packages = new Map(
    lists.map(({ folder, data, list }) => [nameOf(folder), { folder, data, version: list.version }]),
  );
  const pageFiles = new PageFiles();
  return lists.map(({ folder, data, list }) => {
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
      pages.set(path, pageFiles.page(owner.data, entry));
      const file = checkedPath(entry.file ?? path);
      if (existsSync(join(owner.folder, 'gen', `${file}.md`))) markdown.set(path, owner.version);
      if (owner.folder === folder && !files.has(`${file}.md`)) addIfPresent(files, `${file}.md`, join(folder, 'gen'));
    }
    for (const name of ['llms.txt', 'openapi.json']) addIfPresent(files, name, data);
    return { list, pages, files, markdown };
  });
}

/** The pages of the files that were read: a file has one page, or the schemas of a group. */
class PageFiles {
  readonly #pages = new Map<string, ReadonlyMap<string, Page>>();

  /** @param folder the folder of the data @throws DocsError if the file does not contain the page */
  page(folder: string, { path, kind, group }: PageListEntry): Page {
    const name = kind === 'schema' ? checkedPath(`schemas/${group ?? 'common'}`) : path;
    const file = join(folder, 'pages', `${name}.json`);
    const pages = this.#pages.get(file) ?? pagesByPath(parse<Page | readonly Page[]>(file));
    this.#pages.set(file, pages);
    const page = pages.get(path);
    if (page !== undefined) return page;
    const found = [...pages.keys()].slice(0, 3).map((each) => JSON.stringify(each));
    throw new DocsError(`${file} lacks the page ${JSON.stringify(path)}; it has ${found.join(', ') || 'none'}`);
  }
}

/** Returns the folder of a package's data: `dist` if its build writes them. */
function dataFolder(folder: string): string {
  return join(folder, existsSync(join(folder, 'dist', 'index.json')) ? 'dist' : 'gen');
}

function pagesByPath(content: Page | readonly Page[]): ReadonlyMap<string, Page> {
  const pages = 'path' in content ? [content] : content;
  return new Map(pages.map((page) => [page.path, page]));
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
    throw new DocsError(
      `${file} cannot be read; build the docs packages, or generate them with the option "data" of "docs"`,
    );
  }
  return JSON.parse(text) as T;
}

/**
 * Returns the path unchanged.
 * @throws DocsError if it could lead out of the folder, or is not a valid file name on every platform
 */
export function checkedPath(path: string): string {
  const valid = path.split('/').every((segment) => /^[\w~][\w~.-]*$/.test(segment));
  if (!valid)
    throw new DocsError(
      `${JSON.stringify(path)} is not a valid page path: only letters, digits, "-", "_", "~" and "." are allowed`,
    );
  return path;
}
