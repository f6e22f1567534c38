/** A page as an HTML file. */
import { graphDiagram } from '../diagram/graph-diagram.js';
import { stateDiagram } from '../diagram/state-diagram.js';
import { timelineDiagram } from '../diagram/timeline-diagram.js';
import type { Mark } from '../gen/page.js';
import { hrefOf, upFrom } from '../site/links.js';
import { marksByAnchor } from '../site/marks.js';
import type { SitePage } from '../site/site-page.js';
import { folderOf, type SiteVersion } from '../site/site-version.js';
import { twinsOf, type Names } from '../site/version-counterparts.js';
import { groupOf, navigation } from './navigation.js';
import { surroundings } from './surroundings.js';
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

interface Site {
  readonly versions: readonly SiteVersion[];
  readonly names: Names;
}

export function renderPage(page: SitePage, version: SiteVersion, { versions, names }: Site): string {
  const around = surroundings(page.path, version);
  const href = (link: string) => hrefOf(link, page.path, version);
  const context = {
    around,
    page,
    version: version.version,
    versionTitle: version.list.title,
    up: upFrom(page.path),
    root: `${upFrom(page.path)}../`,
    twins: twinsOf(page, version, versions, names),
    side: navigation(page, version),
    markdown: markdownOf(page, version),
    crumb: crumbOf(page, version),
    differences: page.kind === 'changes' ? undefined : countOf(page),
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

/** The page above: the groups for a group, the schemas for a schema. */
function crumbOf(page: SitePage, version: SiteVersion): { text: string; href: string } | undefined {
  const above =
    page.kind === 'schema' || page.kind === 'graph' ? 'schemas' : page.kind === 'index' ? undefined : 'index';
  if (above === undefined) return undefined;
  const href = hrefOf(above, page.path, version);
  return href === undefined ? undefined : { text: above === 'schemas' ? 'Schemas' : version.list.version, href };
}

/** How many changes have a mark on the page. */
function countOf(page: SitePage): number {
  const changes = new Set<string>();
  const all: Mark[] = [...marksByAnchor(page).values()].flat();
  for (const { change } of all) changes.add(change);
  return changes.size;
}

/** Where a page goes, below the site. */
export function fileOf(page: SitePage, { version }: SiteVersion): string {
  return `${folderOf(version)}/${page.path}.html`;
}

/** The page as Markdown, in the folder of the version whose package holds it: what is shared is there once. */
function markdownOf(page: SitePage, { markdown }: SiteVersion): string | undefined {
  const holder = markdown.get(page.path);
  return holder === undefined ? undefined : `${upFrom(page.path)}../${folderOf(holder)}/${page.path}.md`;
}
