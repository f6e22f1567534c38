/** A version → its pages, and which of them the version that it extends holds already. */
import type { Json } from '../../document/index.js';
import { noProse, packageName, type Naming, type Prose } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import type { Base } from './differences.js';
import { readableJson } from './json-text.js';
import type { Page, PageList } from './page.js';
import { pagesOf, roomOf } from './pages.js';
import type { PageContext, Spelling } from './page-context.js';

export interface EmittedDocs {
  readonly room: PageContext;
  readonly pages: readonly HeldPage[];
  /** The version that holds a page, by its path. */
  readonly holders: ReadonlyMap<string, string>;
}

/** A page, and the version whose package holds it. */
export interface HeldPage {
  readonly page: Page;
  /** The page as JSON. */
  readonly text: string;
  readonly version: string;
}

/** What the version is compared with that this one extends. */
export interface DocsBase extends Omit<Base, 'spots'> {
  readonly emitted: EmittedDocs;
}

export function emitDocs(api: Api, spelling: Spelling, base?: DocsBase, prose: Prose = noProse): EmittedDocs {
  const room = roomOf(api, spelling, base && { ...base, spots: base.emitted.room.spots }, prose.curl);
  const held = new Map(base?.emitted.pages.map((page) => [page.page.path, page]));
  const pages = pagesOf(room, prose.articles).map((page): HeldPage => {
    const text = readableJson(page as unknown as Json);
    const theirs = held.get(page.path);
    return theirs?.text === text ? theirs : { page, text, version: api.version };
  });
  return { room, pages, holders: new Map(pages.map(({ page, version }) => [page.path, version])) };
}

/** Every page of the version, and the package that holds it. */
export function pageList({ room: { api, differences }, pages }: EmittedDocs, naming: Naming): PageList {
  return {
    version: api.version,
    title: api.title,
    ...(differences.base && { extends: differences.base.version }),
    pages: pages.map(({ page, version }) => ({
      path: page.path,
      title: page.title,
      kind: page.kind,
      ...(page.kind === 'schema' && { group: page.group }),
      package: packageName(naming, 'docs', version),
    })),
  };
}
