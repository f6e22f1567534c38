/** A version → all its pages, as data. */
import { appendTo, type Api, type Article, type CommandUse, type Operation, type Prose } from '../../emitter/index.js';
import { articlePage } from './article-page.js';
import { authenticationPage } from './authentication-page.js';
import { changesPage } from './changes-page.js';
import { commandsPage } from './commands-page.js';
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
import { webhooksPage } from './webhooks-page.js';

/**
 * Returns the context of the pages.
 *
 * @param base the extended version, and the differences
 * @param prose the options of each curl command that is shown, and the commands of a command line
 */
export function pageContextOf(
  api: Api,
  spelling: Spelling,
  base?: Base,
  { curl = '', commands = [] }: Partial<Pick<Prose, 'curl' | 'commands'>> = {},
): PageContext {
  const commandsByOperation = new Map<string, CommandUse[]>();
  for (const use of commands) for (const id of new Set(use.operations)) appendTo(commandsByOperation, id, use);
  const schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
  const operations = new Map<string, Operation[]>();
  for (const operation of api.operations) appendTo(operations, operation.group, operation);
  const anchors = new AnchorIndex(api);
  const differences = new Differences(api.version, anchors, base);
  return {
    api,
    anchors,
    schemas,
    operations: (group) => operations.get(group) ?? [],
    spelling,
    curl,
    commands: commandsByOperation,
    examples: new Examples(schemas),
    differences,
  };
}

/** Returns the pages in reading order. @param articles the handwritten articles about the API */
export function pagesOf(context: PageContext, articles: readonly Article[] = []): readonly Page[] {
  const uses = usesOf(context);
  const changes = changesPage(context);
  const behaviour = [
    ...(context.api.stateSets.length > 0 ? [{ order: 10, page: statesPage(context) }] : []),
    ...articlesOf(context, articles),
    ...(changes === undefined ? [] : [{ order: Infinity, page: changes }]),
  ]
    .sort((a, b) => (a.order === b.order ? 0 : a.order - b.order))
    .map(({ page }) => page);
  return [
    indexPage(context, behaviour),
    ...context.anchors.groups.map((group) => groupPage(group, context)),
    ...behaviour,
    ...context.api.schemas.map((schema) => schemaPage(schema, uses, context)),
  ];
}

/**
 * Returns articles and generated pages. An article precedes the sections of the generated page of its name; empty pages
 * are left out.
 */
function articlesOf(context: PageContext, articles: readonly Article[]) {
  const generated = [
    { order: 15, page: commandsPage(context) },
    { order: 20, page: authenticationPage(context) },
    { order: 25, page: webhooksPage(context) },
    { order: 30, page: errorsPage(context) },
    { order: 40, page: limitsPage(context) },
    { order: 50, page: versioningPage(context) },
  ];
  const pageOf = (name: string): ArticlePage | undefined => generated.find(({ page }) => page.path === name)?.page;
  const written = articles.map((article) => ({
    order: article.order,
    page: articlePage(article, context, pageOf(article.name)),
  }));
  const others = generated.filter(
    ({ page }) => page.sections.length > 0 && !articles.some(({ name }) => name === page.path),
  );
  return [...written, ...others];
}
