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
import { attributeText, escapeText } from './escape-text.js';
import { groupOf, navigation, schemasBeside } from './navigation.js';
import { operationContext } from './operation-context.js';
import { pageHead } from './page-head.js';
import { linkContextOf } from './link-context.js';
import { withOrigins } from './schema-content.js';
import { template } from './templates.js';

const layout = template('layout');
const bar = template('bar');
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
  const whole = version.pages.get(version.wholes.get(page.path) ?? page.path) ?? page;
  const linkContext = linkContextOf(page.path, version);
  const href = (link: string) => hrefOf(link, page.path, version);
  const toc = contentsOf(page);
  const sidebar = navigation(whole, version);
  const context = {
    linkContext,
    page,
    version: version.version,
    versionTitle: version.list.title,
    up: upFrom(page.path),
    home: `${upFrom(page.path)}index.html`,
    root: `${upFrom(page.path)}../`,
    hasVersions: versions.length > 1,
    hasComparison: version.hasComparison,
    hasVersionMenu: needsMenu(versions),
    sidebar,
    hasLists: sidebar.includes(' data-list="'),
    markdown: markdownOf(whole, version),
    editHref: editLink(whole, version.version, settings),
    crumbs: crumbsOf(whole, version),
    toc: toc.length > 0 ? toc : undefined,
    tocAbove: page.kind === 'operation',
    tocAside: page.kind !== 'operation' && page.kind !== 'schema',
    ...pageHead(page, version, settings),
    ...partsOf(page, version, href),
  };
  const links = context.hasVersions ? versionLinks(counterpartsOf(whole, version, versions, renamedPath)) : '';
  const body = bodies[page.kind](context);
  const differences = page.kind === 'changes' || versions.length === 1 ? undefined : changeCount(body);
  return withoutBlankLines(
    layout({
      ...context,
      body,
      differences,
      bar: barOf(page, context, version).replace(linksPlaceholder, () => links),
    }),
  );
}

/** Stands in bars for the links to a page in other versions; the rest is the same on all pages of a folder. */
const linksPlaceholder = '\0links\0';
const bars = new WeakMap<SiteVersion, Map<string, string>>();

function barOf(page: SitePage, context: { readonly hasVersions: boolean }, version: SiteVersion): string {
  const ofVersion = bars.get(version) ?? new Map<string, string>();
  bars.set(version, ofVersion);
  const folder = upFrom(page.path);
  const versionLinks = context.hasVersions && linksPlaceholder;
  const rendered = ofVersion.get(folder) ?? bar({ ...context, versionLinks });
  ofVersion.set(folder, rendered);
  return rendered;
}

/** Returns the links to a page in all versions. A site of many versions has hundreds of thousands, so no template makes them. */
function versionLinks(counterparts: ReturnType<typeof counterpartsOf>): string {
  return counterparts
    .map(({ version, href, current, nearest, renamed }) => {
      const from = renamed ? ` data-from="${attributeText(renamed.from)}" data-to="${attributeText(renamed.to)}"` : '';
      const marks = `${current ? ' aria-current="true"' : ''}${nearest ? ' data-nearest' : ''}${from}`;
      return `<a href="${attributeText(href)}"${marks}>${escapeText(version)}</a>`;
    })
    .join('');
}

/** Removes the lines that templates leave empty; those of code remain. */
function withoutBlankLines(html: string): string {
  let text = '';
  for (let at = 0; at < html.length;) {
    const code = html.indexOf('<pre', at);
    const before = html.slice(at, code === -1 ? undefined : code);
    text += before.replace(/\n\s*\n/g, '\n');
    if (code === -1) break;
    const end = html.indexOf('</pre>', code);
    at = end === -1 ? html.length : end;
    text += html.slice(code, at);
  }
  return text;
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
        graphHref: isFirstPart(page) ? href(`graphs/${groupOf(page) ?? ''}`) : undefined,
        ...groupSchemas(page, version),
      };
    case 'operation':
      return operationContext(page, version);
    case 'schema':
      return {
        pair: isFirstPart(page) ? schemaPair(page, version, href) : undefined,
        fields: withOrigins(page.fields),
      };
    case 'states':
      return { sets: page.sets.map((set) => ({ ...set, diagram: stateDiagram(set) })) };
    case 'graph':
      return { diagram: graphDiagram(page, href) };
    case 'timeline':
      return {
        diagram: isFirstPart(page)
          ? timelineDiagram(wholeTimeline(page, version), (anchor) => href(`timeline#${anchor}`))
          : undefined,
      };
    case 'changes':
      return { counts: isFirstPart(page) ? page.counts : undefined, parts: page.parts };
    case 'schemas':
      return { letters: lettersOf(page, version) };
    default:
      return {};
  }
}

function isFirstPart({ part }: SitePage): boolean {
  return part === undefined || part.number === 1;
}

/** How many schemas the page of a group lists. */
const maxGroupSchemas = 300;

function groupSchemas(page: SitePage, version: SiteVersion) {
  const all = isFirstPart(page) ? schemasBeside(page, version) : [];
  const schemas = all.slice(0, maxGroupSchemas).map(({ name, path }) => ({ text: name, link: path }));
  return { schemas, ...(all.length > maxGroupSchemas && { schemaCount: all.length }) };
}

/** The versions of all parts, which the diagram shows. */
function wholeTimeline(page: SitePage & { readonly kind: 'timeline' }, { pages, wholes }: SiteVersion) {
  const whole = pages.get(wholes.get(page.path) ?? page.path);
  return whole?.kind === 'timeline' ? whole.versions : page.versions;
}

/** The letters of all parts. */
function lettersOf(page: SitePage & { readonly kind: 'schemas' }, { pages, wholes }: SiteVersion) {
  const whole = pages.get(wholes.get(page.path) ?? page.path);
  return whole?.kind === 'schemas' ? whole.letters : page.letters;
}

/**
 * Counts the changes to which marks of a rendered page link. Only its HTML has all of them: the properties that an operation
 * shows are those of other pages. Text cannot look like a mark, because `<` in it is escaped.
 */
function changeCount(html: string): number {
  return new Set([...html.matchAll(/<a [^<>]*?href="([^"]*)" data-change="/g)].map(([, change]) => change)).size;
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

/** Returns the URL that the settings have for the page or for its kind; undefined if there is none. */
function editLink(page: SitePage, version: string, { edit = {}, repository }: SiteSettings): string | undefined {
  const url = edit[page.path] ?? edit[page.kind] ?? edit['*'] ?? '';
  const isUnknown = url === '' || (url.includes('{repository}') && repository === undefined);
  const values: Readonly<Record<string, string>> = {
    repository: repository?.replace(/\/$/, '') ?? '',
    page: page.path,
    group: groupOf(page) ?? '',
    version,
  };
  return isUnknown ? undefined : url.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
