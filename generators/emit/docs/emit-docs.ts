/** A version → its pages, and which of them the package of the extended version already contains. */
import { equal, packageName, type Api, type Json, type Naming, type Prose } from '../../emitter/index.js';
import type { Base } from './differences.js';
import { markdownPlaces, type MarkdownPlace } from './markdown/places.js';
import type { Page, PageList } from './page.js';
import { pagesOf, pageContextOf } from './pages.js';
import type { PageContext, Spelling } from './page-context.js';

/** The prose of the configuration that the pages show. */
export type DocsProse = Partial<Prose>;

export interface EmittedDocs {
  readonly context: PageContext;
  readonly pages: readonly HeldPage[];
  /** The pages by path. */
  readonly byPath: ReadonlyMap<string, HeldPage>;
}

/** A page, the version whose package contains it, and its Markdown there. */
export interface HeldPage extends MarkdownPlace {
  readonly page: Page;
  readonly version: string;
}

/** The extended version, with which this one is compared. */
export interface DocsBase extends Omit<Base, 'anchors'> {
  readonly emitted: EmittedDocs;
}

export function emitDocs(api: Api, spelling: Spelling, base?: DocsBase, prose: DocsProse = {}): EmittedDocs {
  const context = pageContextOf(api, spelling, base && { ...base, anchors: base.emitted.context.anchors }, prose);
  const allPages = pagesOf(context, prose.articles);
  const places = markdownPlaces(allPages);
  const pages = allPages.map((page): HeldPage => {
    const basePage = base?.emitted.byPath.get(page.path);
    const isSame = basePage !== undefined && equal(basePage.page as unknown as Json, page as unknown as Json);
    return isSame ? basePage : { page, version: api.version, ...(places.get(page.path) ?? { file: page.path }) };
  });
  return { context, pages, byPath: new Map(pages.map((held) => [held.page.path, held])) };
}

/** Returns every page of the version with the package that contains it. */
export function pageList({ context: { api, differences }, pages }: EmittedDocs, naming: Naming): PageList {
  return {
    version: api.version,
    title: api.title,
    ...(differences.base && { extends: differences.base.version }),
    pages: pages.map(({ page, version, file, anchor }) => ({
      path: page.path,
      title: page.title,
      kind: page.kind,
      ...(page.kind === 'schema' && { group: page.group }),
      ...(anchor !== undefined && { file, anchor }),
      package: packageName(naming, 'docs', version),
    })),
  };
}
