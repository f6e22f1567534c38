/** The sidebar of every page: the groups, and the operations or schemas of the current one. */
import { hrefOf, upFrom } from '../site/links.js';
import { differs } from '../site/marks.js';
import { groupsOf } from '../site/schemas-page.js';
import type { SitePage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';
import { template } from './templates.js';

interface NavigationItem {
  readonly text: string;
  readonly href: string;
  /** The placeholder of the attribute that marks the current page. */
  readonly here: string;
  readonly differs: boolean;
  readonly method?: string;
  readonly items?: readonly NavigationItem[];
}

const sidebar = template('sidebar');
const herePlaceholder = /\0([^\0]*)\0/g;
const sidebarCache = new WeakMap<SiteVersion, Map<string, string>>();

/** Renders the sidebar as HTML. Pages of the same folder and group share it, except for the current-page mark. */
export function navigation(page: SitePage, version: SiteVersion): string {
  const cache = sidebarCache.get(version) ?? new Map<string, string>();
  sidebarCache.set(version, cache);
  const folder = page.path.includes('/') ? page.path.slice(0, page.path.lastIndexOf('/')) : '';
  const key = `${folder} ${groupOf(page) ?? ''}`;
  const html = cache.get(key) ?? sidebar({ parts: parts(page, version) });
  cache.set(key, html);
  return html.replace(herePlaceholder, (_, path: string) => (path === page.path ? ' aria-current="page"' : ''));
}

const pageDiffersCache = new WeakMap<SitePage, boolean>();

/** Whether something differs on the page. The result is cached, because many sidebars need it. */
function pageDiffers(page: SitePage): boolean {
  const result = pageDiffersCache.get(page) ?? (page.kind !== 'changes' && differs(page));
  pageDiffersCache.set(page, result);
  return result;
}

function parts(page: SitePage, version: SiteVersion) {
  const group = groupOf(page);
  const item = (path: string, text: string, items?: readonly NavigationItem[]): NavigationItem[] => {
    const target = version.pages.get(path);
    if (target === undefined) return [];
    const href = hrefOf(path, page.path, version) ?? '#';
    return [{ text, href, here: `\0${path}\0`, differs: pageDiffers(target), ...(items ? { items } : {}) }];
  };
  const groups = groupsOf(version.list).flatMap(({ name, title }) =>
    item(
      `groups/${name}`,
      title,
      name === group && (page.kind === 'group' || page.kind === 'operation')
        ? operations(name, page.path, version)
        : undefined,
    ),
  );
  const own = page.kind === 'schema' || page.kind === 'graph' ? page.group : undefined;
  const schemas = [...version.pages.values()].flatMap((each) =>
    each.kind === 'schema' && each.group === own ? item(each.path, each.name) : [],
  );
  const articles = [...version.pages.values()].flatMap(({ kind, path, title }) =>
    kind === 'article' ? item(path, title) : [],
  );
  const changes = [...version.pages.values()].flatMap((each) =>
    each.kind === 'changes' ? item(each.path, `${each.from} → ${each.to}`) : [],
  );
  return [
    { title: 'Reference', items: [...item('index', 'Overview'), ...articles] },
    { title: 'Operations', items: groups },
    { title: 'Schemas', items: [...item('schemas', 'All schemas', schemas), ...item('states', 'States')] },
    { title: 'Versions', items: [...changes, ...item('timeline', 'Timeline')] },
  ].filter(({ items }) => items.length > 0);
}

export function groupOf(page: SitePage): string | undefined {
  if (page.kind === 'schema' || page.kind === 'graph') return page.group;
  if (page.kind === 'operation') return page.group;
  return page.kind === 'group' ? page.path.replace('groups/', '') : undefined;
}

function operations(group: string, from: string, version: SiteVersion): NavigationItem[] {
  const page = version.pages.get(`groups/${group}`);
  if (page?.kind !== 'group') return [];
  return page.operations.map(({ id, summary, method, link, marks, changes }) => ({
    text: summary ?? id,
    // The file's name is included, because all pages of the folder share this link.
    href: `${upFrom(from)}${link}.html`,
    here: `\0${link}\0`,
    differs: changes > 0 || marks.length > 0,
    method,
  }));
}
