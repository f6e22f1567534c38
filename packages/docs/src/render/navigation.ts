/** The sidebar of every page: the groups, and the operations or schemas of the current one. */
import { hrefOf, upFrom } from '../site/links.js';
import { differs } from '../site/marks.js';
import { schemasByGroup } from '../site/schemas-by-group.js';
import { groupsOf } from '../site/schemas-page.js';
import type { OperationSummary, SitePage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';
import { scriptOf } from './script-of.js';
import { template } from './templates.js';

interface NavigationItem {
  readonly text: string;
  readonly href: string;
  /** The placeholder of the attribute that marks the current page. */
  readonly here: string;
  readonly differs: boolean;
  readonly method?: string;
  readonly items?: readonly NavigationItem[];
  /** The list of the file of all lists that has its other items, and the group whose list it is. */
  readonly list?: string;
  readonly group?: string;
  /** The placeholder of the operations of a group. */
  readonly nested?: string;
}

/**
 * How many links a list of a page has. Each page has a sidebar: with all links, the size of a site would grow with the square of its
 * pages. The script fills the lists from one file of the version.
 */
const maxLinks = 6;

const sidebar = template('sidebar');
const sidebarItems = template('sidebar-items');
const nestedPlaceholder = /\u0001([^\u0001]*)\u0001/g;
const herePlaceholder = /\0([^\0]*)\0/g;

/** What the sidebars of a version share. */
class Sidebars {
  readonly groups: readonly { readonly name: string; readonly title: string }[];
  readonly #positions = new Map<string, number>();
  readonly #operations = new Map<string, readonly OperationSummary[]>();
  readonly #schemas: ReadonlyMap<string | undefined, readonly (SitePage & { readonly kind: 'schema' })[]>;
  readonly articles: readonly SitePage[];
  readonly changes: readonly (SitePage & { readonly kind: 'changes' })[];
  readonly #rendered = new Map<string, string>();

  constructor(version: SiteVersion) {
    this.groups = groupsOf(version.list);
    for (const [position, { name }] of this.groups.entries()) this.#positions.set(`groups/${name}`, position);
    const pages = [...version.pages.values()];
    this.articles = pages.filter(({ kind }) => kind === 'article');
    this.changes = pages.filter((page) => page.kind === 'changes');
    this.#schemas = schemasByGroup(pages);
    const lists = [...this.#schemas.values()].map((schemas) => schemas.map(({ path }) => path));
    for (const page of pages) {
      if (page.kind !== 'group') continue;
      this.#operations.set(page.path, page.operations);
      lists.push(page.operations.map(({ link }) => link));
    }
    for (const paths of lists) for (const [position, path] of paths.entries()) this.#positions.set(path, position);
  }

  operations(group: string): readonly OperationSummary[] {
    return this.#operations.get(group) ?? [];
  }

  schemas(group: string | undefined): readonly (SitePage & { readonly kind: 'schema' })[] {
    return this.#schemas.get(group) ?? [];
  }

  /** Returns the number of the first link of the list that contains a page. */
  firstOf(path: string): number {
    const position = this.#positions.get(path) ?? 0;
    return position - (position % maxLinks);
  }

  rendered(key: string, render: () => string): string {
    const html = this.#rendered.get(key) ?? render();
    this.#rendered.set(key, html);
    return html;
  }
}

const sidebarsCache = new WeakMap<SiteVersion, Sidebars>();

function sidebarsOf(version: SiteVersion): Sidebars {
  const sidebars = sidebarsCache.get(version) ?? new Sidebars(version);
  sidebarsCache.set(version, sidebars);
  return sidebars;
}

/** Returns the schema pages of the group of a page. */
export function schemasBeside(
  page: SitePage,
  version: SiteVersion,
): readonly (SitePage & { readonly kind: 'schema' })[] {
  return sidebarsOf(version).schemas(groupOf(page));
}

/** Renders the sidebar as HTML. Pages of the same folder share it, except for the operations of the group and the current-page mark. */
export function navigation(page: SitePage, version: SiteVersion): string {
  const sidebars = sidebarsOf(version);
  const folder = page.path.includes('/') ? page.path.slice(0, page.path.lastIndexOf('/')) : '';
  const group = `groups/${groupOf(page) ?? ''}`;
  const own = schemaGroupOf(page);
  const firsts = [sidebars.firstOf(group), own === undefined ? 0 : sidebars.firstOf(page.path)] as const;
  const html = sidebars.rendered([folder, own ?? '', ...firsts].join(' '), () =>
    sidebar({ parts: parts(page, version, sidebars, firsts) }),
  );
  const isOpen = page.kind === 'group' || page.kind === 'operation';
  const first = isOpen ? sidebars.firstOf(page.kind === 'operation' ? page.path : '') : 0;
  const opened = () =>
    sidebars.rendered(['operations', folder, group, first].join(' '), () => {
      const items = operations(group, page.path, version, first);
      const list = isLong(sidebars.operations(group)) ? { list: 'operations', group } : {};
      return items.length === 0 ? '' : sidebarItems({ items, ...list });
    });
  return html
    .replace(nestedPlaceholder, (_, path: string) => (isOpen && path === group ? opened() : ''))
    .replace(herePlaceholder, (_, path: string) => (path === page.path ? ' aria-current="page"' : ''));
}

/** Whether a page shows a part of a list only. */
function isLong(list: readonly unknown[]): boolean {
  return list.length > maxLinks;
}

/** An entry of a list: the path of its page, its text, and 1 if something on the page differs between versions. */
type ListEntry = readonly [path: string, text: string, differs: number, method?: string];

/** Returns the lists of all sidebars of a version as a script. */
export function navigationScript(version: SiteVersion): string {
  const sidebars = sidebarsOf(version);
  const entry = (path: string, text: string): ListEntry => {
    const page = version.pages.get(path);
    return [path, text, page !== undefined && pageDiffers(page) ? 1 : 0];
  };
  const groups = sidebars.groups.filter(({ name }) => version.pages.has(`groups/${name}`));
  const operations = (group: string) =>
    sidebars.operations(group).map(({ id, summary, link, marks, changes, ...operation }): ListEntry => {
      return [link, summary ?? id, changes > 0 || marks.length > 0 ? 1 : 0, classOf(operation)];
    });
  return scriptOf('ladingNavigation', {
    groups: groups.map(({ name, title }) => entry(`groups/${name}`, title)),
    operations: Object.fromEntries(groups.map(({ name }) => [`groups/${name}`, operations(`groups/${name}`)])),
    schemas: Object.fromEntries(
      sidebars.groups.map(({ name }) => [name, sidebars.schemas(name).map((page) => entry(page.path, page.name))]),
    ),
  });
}

const pageDiffersCache = new WeakMap<SitePage, boolean>();

/** Whether something differs on the page. The result is cached, because many sidebars need it. */
function pageDiffers(page: SitePage): boolean {
  const result = pageDiffersCache.get(page) ?? (page.kind !== 'changes' && differs(page));
  pageDiffersCache.set(page, result);
  return result;
}

function parts(
  page: SitePage,
  version: SiteVersion,
  sidebars: Sidebars,
  [firstGroup, firstSchema]: readonly [number, number],
) {
  const item = (path: string, text: string, more: Partial<NavigationItem> = {}): NavigationItem[] => {
    const target = version.pages.get(path);
    if (target === undefined) return [];
    const href = hrefOf(path, page.path, version) ?? '#';
    return [{ text, href, here: `\0${path}\0`, differs: pageDiffers(target), ...more }];
  };
  const groups = shown(sidebars.groups, firstGroup, ({ name, title }) =>
    item(`groups/${name}`, title, { nested: `\u0001groups/${name}\u0001` }),
  );
  const allGroups = sidebars.groups.length > maxLinks ? rest('index', sidebars.groups.length, item) : [];
  const ofGroup = sidebars.schemas(schemaGroupOf(page));
  const schemas = shown(ofGroup, firstSchema, ({ path, name }) => item(path, name));
  const allSchemas = ofGroup.length > maxLinks ? rest('schemas', ofGroup.length, item) : [];
  const articles = sidebars.articles.flatMap(({ path, title }) => item(path, title));
  const changes = sidebars.changes.flatMap(({ path, from, to }) => item(path, `${from} → ${to}`));
  const compareHref = `${upFrom(page.path)}../compare.html`;
  const compare = version.hasComparison
    ? [{ text: 'Any two versions', href: compareHref, here: '', differs: false }]
    : [];
  return [
    { title: 'Reference', items: [...item('index', 'Overview'), ...articles] },
    { title: 'Operations', items: [...groups, ...allGroups], ...(isLong(sidebars.groups) && { list: 'groups' }) },
    {
      title: 'Schemas',
      items: [
        ...item('schemas', 'All schemas', {
          items: [...schemas, ...allSchemas],
          ...(isLong(ofGroup) && { list: 'schemas', group: schemaGroupOf(page) ?? '' }),
        }),
        ...item('states', 'States'),
      ],
    },
    { title: 'Versions', items: [...changes, ...item('timeline', 'Timeline'), ...compare] },
  ].filter(({ items }) => items.length > 0);
}

/** Returns the links of a list from the first one on, as many as a list has. */
function shown<T>(
  list: readonly T[],
  first: number,
  itemOf: (entry: T) => readonly NavigationItem[],
): readonly NavigationItem[] {
  return list.slice(first, first + maxLinks).flatMap(itemOf);
}

/** The link to the page that has the whole list. */
function rest(
  path: string,
  count: number,
  item: (path: string, text: string, more: Partial<NavigationItem>) => readonly NavigationItem[],
): readonly NavigationItem[] {
  return item(path, `All ${count}`, { here: '' });
}

/** The group whose schemas the sidebar of a page lists. */
function schemaGroupOf(page: SitePage): string | undefined {
  return page.kind === 'schema' || page.kind === 'graph' ? page.group : undefined;
}

export function groupOf(page: SitePage): string | undefined {
  if (page.kind === 'schema' || page.kind === 'graph') return page.group;
  if (page.kind === 'operation') return page.group;
  return page.kind === 'group' ? page.path.replace('groups/', '') : undefined;
}

/** Returns the class of a link to an operation: its method, and whether it is deprecated. */
function classOf({ method, deprecated }: Pick<OperationSummary, 'method' | 'deprecated'>): string {
  return `${method.toLowerCase()}${deprecated === undefined ? '' : ' deprecated'}`;
}

function operations(group: string, from: string, version: SiteVersion, first: number): readonly NavigationItem[] {
  const page = version.pages.get(group);
  if (page?.kind !== 'group') return [];
  const items = shown(page.operations, first, ({ id, summary, link, marks, changes, ...operation }) => [
    {
      text: summary ?? id,
      // The file's name is included, because all pages of the folder share this link.
      href: `${upFrom(from)}${link}.html`,
      here: `\0${link}\0`,
      differs: changes > 0 || marks.length > 0,
      method: classOf(operation),
    },
  ]);
  if (page.operations.length <= maxLinks) return items;
  const all = { text: `All ${page.operations.length}`, href: `${upFrom(from)}${group}.html`, here: '', differs: false };
  return [...items, all];
}
