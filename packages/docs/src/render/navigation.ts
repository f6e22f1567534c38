/** The side of every page: the groups, and within the one at hand its operations or its schemas. */
import { hrefOf } from '../site/links.js';
import { differs } from '../site/marks.js';
import { groupsOf } from '../site/schemas-page.js';
import type { SitePage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';
import { template } from './templates.js';

interface Item {
  readonly text: string;
  readonly href: string;
  /** Stands for the attribute of the page at hand. */
  readonly here: string;
  readonly differs: boolean;
  readonly method?: string;
  readonly items?: readonly Item[];
}

const side = template('side');
const here = /\0([^\0]*)\0/g;
const rendered = new WeakMap<SiteVersion, Map<string, string>>();

/** As HTML. Pages of a folder and a group have the same, but for which of them is the current one. */
export function navigation(page: SitePage, version: SiteVersion): string {
  const memory = rendered.get(version) ?? new Map<string, string>();
  rendered.set(version, memory);
  const folder = page.path.includes('/') ? page.path.slice(0, page.path.lastIndexOf('/')) : '';
  const key = `${folder} ${groupOf(page) ?? ''}`;
  const text = memory.get(key) ?? side({ parts: parts(page, version) });
  memory.set(key, text);
  return text.replace(here, (_, path: string) => (path === page.path ? ' aria-current="page"' : ''));
}

const memory = new WeakMap<SitePage, boolean>();

/** Whether something differs on the page; asked for by many pages of the version. */
function pageDiffers(page: SitePage): boolean {
  const known = memory.get(page) ?? (page.kind !== 'changes' && differs(page));
  memory.set(page, known);
  return known;
}

function parts(page: SitePage, version: SiteVersion) {
  const group = groupOf(page);
  const item = (path: string, text: string, items?: readonly Item[]): Item[] => {
    const target = version.pages.get(path);
    if (target === undefined) return [];
    const href = hrefOf(path, page.path, version) ?? '#';
    return [{ text, href, here: `\0${path}\0`, differs: pageDiffers(target), ...(items ? { items } : {}) }];
  };
  const groups = groupsOf(version.list).flatMap(({ name, title }) =>
    item(`groups/${name}`, title, name === group && page.kind === 'group' ? operations(page, version) : undefined),
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
  return page.kind === 'group' ? page.path.replace('groups/', '') : undefined;
}

function operations(page: SitePage & { kind: 'group' }, version: SiteVersion): Item[] {
  return page.operations.map((operation) => ({
    text: operation.summary ?? operation.id,
    // From any page of the group's folder, so with the file's name.
    href: `${hrefOf(page.path, page.path, version) ?? ''}#${encodeURIComponent(operation.anchor)}`,
    here: '',
    differs: differs(operation),
    method: operation.method,
  }));
}
