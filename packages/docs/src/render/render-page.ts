/** Renders a page as an HTML file. */
import { graphDiagram } from '../diagram/graph-diagram.js';
import { stateDiagram } from '../diagram/state-diagram.js';
import { timelineDiagram } from '../diagram/timeline-diagram.js';
import type { Mark } from '../gen/page.js';
import { hrefOf, upFrom } from '../site/links.js';
import { marksByAnchor } from '../site/marks.js';
import type { SitePage } from '../site/site-page.js';
import { folderOf, type SiteVersion } from '../site/site-version.js';
import { counterpartsOf, type RenamedPath } from '../site/version-counterparts.js';
import { groupOf, navigation } from './navigation.js';
import { linkContextOf } from './link-context.js';
import { template } from './templates.js';

const layout = template('layout');
const bodies = {
  index: template('index'),
  group: template('group'),
  schema: template('schema'),
  schemas: template('schemas'),
  states: template('states'),
  article: template('article'),
  changes: template('changes'),
  graph: template('graph'),
  timeline: template('timeline'),
} satisfies Record<SitePage['kind'], unknown>;

interface RenderedSite {
  readonly versions: readonly SiteVersion[];
  readonly renamedPath: RenamedPath;
}

export function renderPage(page: SitePage, version: SiteVersion, { versions, renamedPath }: RenderedSite): string {
  const linkContext = linkContextOf(page.path, version);
  const href = (link: string) => hrefOf(link, page.path, version);
  const context = {
    linkContext,
    page,
    version: version.version,
    versionTitle: version.list.title,
    up: upFrom(page.path),
    root: `${upFrom(page.path)}../`,
    counterparts: counterpartsOf(page, version, versions, renamedPath),
    sidebar: navigation(page, version),
    markdown: markdownOf(page, version),
    crumb: crumbOf(page, version),
    differences: page.kind === 'changes' ? undefined : changeCount(page),
    graphHref: page.kind === 'group' ? href(`graphs/${groupOf(page) ?? ''}`) : undefined,
    ...diagrams(page, href),
  };
  return layout({ ...context, body: bodies[page.kind](context) });
}

function diagrams(page: SitePage, href: (link: string) => string | undefined) {
  if (page.kind === 'states') return { sets: page.sets.map((set) => ({ ...set, diagram: stateDiagram(set) })) };
  if (page.kind === 'graph') return { diagram: graphDiagram(page, href) };
  if (page.kind === 'timeline') return { diagram: timelineDiagram(page.versions) };
  return {};
}

/** Returns the link to the parent page: the index for a group, the list of schemas for a schema. */
function crumbOf(page: SitePage, version: SiteVersion): { text: string; href: string } | undefined {
  const parent =
    page.kind === 'schema' || page.kind === 'graph' ? 'schemas' : page.kind === 'index' ? undefined : 'index';
  if (parent === undefined) return undefined;
  const href = hrefOf(parent, page.path, version);
  return href === undefined ? undefined : { text: parent === 'schemas' ? 'Schemas' : version.list.version, href };
}

/** Counts the changes that have a mark on the page. */
function changeCount(page: SitePage): number {
  const changes = new Set<string>();
  const marks: Mark[] = [...marksByAnchor(page).values()].flat();
  for (const { change } of marks) changes.add(change);
  return changes.size;
}

/** Returns the path of a page's file below the site's folder. */
export function fileOf(page: SitePage, { version }: SiteVersion): string {
  return `${folderOf(version)}/${page.path}.html`;
}

/** Returns the URL of the page as Markdown, in the folder of the version whose package contains it. */
function markdownOf(page: SitePage, { markdown }: SiteVersion): string | undefined {
  const owner = markdown.get(page.path);
  return owner === undefined ? undefined : `${upFrom(page.path)}../${folderOf(owner)}/${page.path}.md`;
}
