/** Renders a page as an HTML file. */
import { graphDiagram } from '../diagram/graph-diagram.js';
import { stateDiagram } from '../diagram/state-diagram.js';
import { timelineDiagram } from '../diagram/timeline-diagram.js';
import { hrefOf, upFrom } from '../site/links.js';
import type { SiteSettings } from '../site/site-settings.js';
import type { SitePage } from '../site/site-page.js';
import { folderOf, type SiteVersion } from '../site/site-version.js';
import { counterpartsOf, type RenamedPath } from '../site/version-counterparts.js';
import { contentsOf } from './contents.js';
import { crumbsOf, downloadsOf, indexContext, schemaPair } from './page-parts.js';
import { editLink } from './edit-link.js';
import { groupOf, navigation, schemasBeside } from './navigation.js';
import { operationContext } from './operation-context.js';
import { pageHead } from './page-head.js';
import { linkContextOf } from './link-context.js';
import { template } from './templates.js';

const layout = template('layout');
const bodies = {
  index: template('index'),
  group: template('group'),
  operation: template('operation'),
  schema: template('schema'),
  schemas: template('schemas'),
  states: template('states'),
  article: template('article'),
  changes: template('changes'),
  graph: template('graph'),
  timeline: template('timeline'),
} satisfies Record<SitePage['kind'], unknown>;

export interface RenderedSite {
  readonly settings: SiteSettings;
  readonly versions: readonly SiteVersion[];
  readonly renamedPath: RenamedPath;
}

export function renderPage(page: SitePage, version: SiteVersion, site: RenderedSite): string {
  const { versions, renamedPath, settings } = site;
  const linkContext = linkContextOf(page.path, version);
  const href = (link: string) => hrefOf(link, page.path, version);
  const toc = contentsOf(page);
  const context = {
    linkContext,
    page,
    version: version.version,
    versionTitle: version.list.title,
    up: upFrom(page.path),
    home: `${upFrom(page.path)}index.html`,
    root: `${upFrom(page.path)}../`,
    hasVersions: versions.length > 1,
    counterparts: counterpartsOf(page, version, versions, renamedPath),
    hasVersionMenu: needsMenu(versions),
    sidebar: navigation(page, version),
    markdown: markdownOf(page, version),
    editHref: editLink(page, version.version, settings),
    crumbs: crumbsOf(page, version),
    toc: toc.length > 0 ? toc : undefined,
    tocAbove: page.kind === 'operation',
    tocAside: page.kind !== 'operation' && page.kind !== 'schema',
    ...pageHead(page, version, settings),
    ...partsOf(page, version, href),
  };
  const body = bodies[page.kind](context);
  const differences = page.kind === 'changes' || versions.length === 1 ? undefined : changeCount(body);
  return layout({ ...context, body, differences });
}

/** Whether the names of the versions are too long for the header bar together. */
function needsMenu(versions: readonly SiteVersion[]): boolean {
  return versions.map(({ version }) => version).join(' ').length > 20;
}

/** Returns what only a page of this kind shows. */
function partsOf(page: SitePage, version: SiteVersion, href: (link: string) => string | undefined) {
  switch (page.kind) {
    case 'index':
      return { ...indexContext(page, version), downloads: downloadsOf(version) };
    case 'group':
      return {
        graphHref: href(`graphs/${groupOf(page) ?? ''}`),
        schemas: schemasBeside(page, version).map(({ name, path }) => ({ text: name, link: path })),
      };
    case 'operation':
      return operationContext(page, version);
    case 'schema':
      return { pair: schemaPair(page, version, href) };
    case 'states':
      return { sets: page.sets.map((set) => ({ ...set, diagram: stateDiagram(set) })) };
    case 'graph':
      return { diagram: graphDiagram(page, href) };
    case 'timeline':
      return { diagram: timelineDiagram(page.versions) };
    case 'changes':
      return { counts: page.counts, parts: page.parts };
    default:
      return {};
  }
}

/**
 * Counts the changes to which marks of a rendered page link. Only its HTML has all of them: the properties that an operation
 * shows are those of other pages. Text cannot look like a mark, because quotation marks in it are escaped.
 */
function changeCount(html: string): number {
  return new Set([...html.matchAll(/ href="([^"]*)" data-change="/g)].map(([, change]) => change)).size;
}

/** Returns the path of a page's file below the site's folder. */
export function fileOf(page: SitePage, { version }: SiteVersion): string {
  return `${folderOf(version)}/${page.path}.html`;
}

/** Returns the URL of the page as Markdown; undefined if the packages have none of it. */
function markdownOf(page: SitePage, { markdown }: SiteVersion): string | undefined {
  const source = page.kind === 'operation' ? `groups/${page.group}` : page.path;
  return markdown.has(source) ? `${upFrom(page.path)}${page.path}.md` : undefined;
}
