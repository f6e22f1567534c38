/** A version → all its pages, as data. */
import {
  appendTo,
  type Api,
  type Article,
  type CommandUse,
  type Operation,
  type Prose,
  type Group,
  type StateSet,
} from '../../emitter/index.js';
import { articlePage } from './article-page.js';
import { authenticationPage } from './authentication-page.js';
import { changesPage } from './changes-page.js';
import { Differences, type Base } from './differences.js';
import { errorsPage } from './errors-page.js';
import { Examples } from './example/examples.js';
import { indexPage } from './index-page.js';
import { limitsPage } from './limits-page.js';
import type { ArticlePage, Page, CellText, GroupPage, StateSetEntry, StatesPage } from './page.js';
import type { PageContext, Spelling } from './page-context.js';
import { schemaPage, usesOf } from './schema-page.js';
import { AnchorIndex, linkTo } from './anchor-index.js';
import { versioningPage } from './versioning-page.js';
import { webhooksPage } from './webhooks-page.js';
import { externalDocsText } from './elsewhere.js';
import { operationEntry } from './operation-entry.js';
import { segment } from './segment.js';

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

/** The commands of a command line → a page that maps them to operations. */
function commandsPage({ api, anchors, commands }: PageContext): ArticlePage {
  const operations = new Map(api.operations.map((operation) => [operation.id, operation]));
  const rows = [...new Set([...commands.values()].flat())].flatMap((use): (readonly CellText[])[] => {
    const calls = use.operations.flatMap((id) => operations.get(id) ?? []);
    if (calls.length === 0) return [];
    const links = calls.flatMap((operation, at): CellText => [
      ...(at === 0 ? [] : [', then ']),
      { text: operation.summary ?? operation.id, link: anchors.operation(operation) },
    ]);
    return [[[use.words[0] ?? use.command], links]];
  });
  return {
    kind: 'article',
    path: 'command-line',
    title: 'Command line and API',
    about: 'The operations that each command calls, in the order of the calls.',
    sections:
      rows.length === 0
        ? []
        : [
            {
              anchor: 'commands',
              title: 'Commands',
              table: { head: ['Command', 'Operations'], rows: rows.sort(byFirstCell) },
            },
          ],
  };
}

function byFirstCell([a]: readonly CellText[], [b]: readonly CellText[]): number {
  return String(a?.[0]) < String(b?.[0]) ? -1 : 1;
}

/** A resource group → the page of its operations. */
export function groupPage({ name, title, description, externalDocs }: Group, context: PageContext): GroupPage {
  const path = context.anchors.group(name);
  const about = [description ?? '', ...externalDocsText({ ...(externalDocs && { externalDocs }) })]
    .filter((part) => part !== '')
    .join('\n\n');
  return {
    kind: 'group',
    path,
    title,
    ...(about !== '' && { about }),
    operations: context.operations(name).map((operation) => operationEntry(operation, context)),
    missing: context.differences.missingIn(path),
  };
}

/** The named state sets → their page. */
function statesPage(context: PageContext): StatesPage {
  return {
    kind: 'states',
    path: 'states',
    title: 'States and transitions',
    about:
      'The states of resources, and the transitions between them. A set lists all possible values, unless the property that contains them says otherwise.',
    sets: context.api.stateSets.map((set) => setEntry(set, context)),
  };
}

function setEntry(
  { name, description, fields, values, transitions, rules }: StateSet,
  context: PageContext,
): StateSetEntry {
  const anchor = segment(name);
  return {
    anchor,
    name,
    ...(description !== undefined && { description }),
    fields: fields.map((field) => {
      const anchor = context.anchors.at('schema', field);
      return anchor === undefined ? field : { text: field, link: linkTo(anchor) };
    }),
    values: values.map(({ value, description: words }) => ({
      value,
      ...(words !== undefined && { description: words }),
    })),
    transitions,
    rules,
    marks: context.differences.marksAt('states', anchor),
  };
}
