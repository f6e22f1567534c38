/** A version → all of its pages, as data. */
import type { Article } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { articlePage } from './article-page.js';
import { changesPage } from './changes-page.js';
import { Differences, type Base } from './differences.js';
import { errorsPage } from './errors-page.js';
import { Examples } from './example/examples.js';
import { groupPage } from './group-page.js';
import { indexPage } from './index-page.js';
import { limitsPage } from './limits-page.js';
import type { ArticlePage, Page } from './page.js';
import type { PageContext, Spelling } from './page-context.js';
import { schemaPage, usesOf } from './schema-page.js';
import { AnchorIndex } from './anchor-index.js';
import { statesPage } from './states-page.js';
import { versioningPage } from './versioning-page.js';

/**
 * @param base the version that this one extends, and what differs
 * @param curl options of each command that is shown
 */
export function roomOf(api: Api, spelling: Spelling, base?: Base, curl = ''): PageContext {
  const schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
  const spots = new AnchorIndex(api);
  const differences = new Differences(api.version, spots, base);
  return {
    api,
    spots,
    schemas,
    spelling,
    curl,
    examples: new Examples(schemas),
    differences,
  };
}

/** In the order in which people read them. @param articles those that somebody wrote about the API */
export function pagesOf(room: PageContext, articles: readonly Article[] = []): readonly Page[] {
  const uses = usesOf(room);
  const changes = changesPage(room);
  const behaviour = [
    ...(room.api.stateSets.length > 0 ? [{ order: 10, page: statesPage(room) }] : []),
    ...articlesOf(room, articles),
    ...(changes === undefined ? [] : [{ order: Infinity, page: changes }]),
  ]
    .sort((a, b) => (a.order === b.order ? 0 : a.order - b.order))
    .map(({ page }) => page);
  return [
    indexPage(room, behaviour),
    ...room.api.groups.map((group) => groupPage(group, room)),
    ...behaviour,
    ...room.api.schemas.map((schema) => schemaPage(schema, uses, room)),
  ];
}

/** An article goes before the generated page of its name; a page with nothing in it is left out. */
function articlesOf(room: PageContext, articles: readonly Article[]) {
  const generated = [
    { order: 30, page: errorsPage(room) },
    { order: 40, page: limitsPage(room) },
    { order: 50, page: versioningPage(room) },
  ];
  const pageOf = (name: string): ArticlePage | undefined => generated.find(({ page }) => page.path === name)?.page;
  const written = articles.map((article) => ({
    order: article.order,
    page: articlePage(article, room, pageOf(article.name)),
  }));
  const others = generated.filter(
    ({ page }) => page.sections.length > 0 && !articles.some(({ name }) => name === page.path),
  );
  return [...written, ...others];
}
