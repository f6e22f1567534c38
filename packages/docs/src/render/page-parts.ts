/** Parts that several kinds of pages have, or the first page: the way to a page, cards, downloads, variants. */
import type { DescribedLink } from '../gen/page.js';
import { hrefOf } from '../site/links.js';
import type { SitePage, SiteSchemaPage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';

export interface Crumb {
  readonly text: string;
  readonly href?: string;
}

/** Returns the way to a page: `1.44 / Containers / Create a container`. */
export function crumbsOf(page: SitePage, version: SiteVersion): readonly Crumb[] {
  if (page.kind === 'index') return [];
  const link = (text: string, path: string): Crumb[] => {
    const href = version.pages.has(path) ? hrefOf(path, page.path, version) : undefined;
    return href === undefined ? [] : [{ text, href }];
  };
  const above =
    page.kind === 'operation'
      ? link(page.groupTitle, `groups/${page.group}`)
      : page.kind === 'schema' || page.kind === 'graph'
        ? link('Schemas', 'schemas')
        : [];
  return [...link(version.version, 'index'), ...above, { text: page.title }];
}

interface Card extends DescribedLink {
  readonly operations?: number;
}

/** Returns the cards of the first page: the guides, and the groups with their numbers of operations. */
export function indexContext(page: SitePage & { readonly kind: 'index' }, { pages, list }: SiteVersion) {
  const links = page.sections.flatMap((section) => section.links);
  const groups = links.flatMap((link): Card[] => {
    const target = pages.get(link.link);
    return target?.kind === 'group' ? [{ ...link, operations: target.operations.length }] : [];
  });
  const guides = links.flatMap((link): Card[] => {
    const target = pages.get(link.link);
    if (target === undefined || target.kind === 'group' || target.kind === 'schema') return [];
    return [{ ...link, ...('about' in target && target.about !== undefined && { about: target.about }) }];
  });
  // Changes to versions that extend this one are no part of its own list.
  const changes = [...pages.values()].flatMap((each): Card[] =>
    each.kind === 'changes' && !guides.some(({ link }) => link === each.path)
      ? [{ text: each.title, link: each.path, about: each.about ?? '' }]
      : [],
  );
  const { about = '' } = page;
  const [first = '', ...others] = about.split(/\n{2,}/);
  // A sentence that introduces a list is of no use without it.
  const lead = first.replace(/(?<=[.!?])\s[^.!?]*:$/, '');
  return {
    lead,
    more: first === lead ? others.join('\n\n') : about,
    groups,
    guides: [...guides, ...changes],
    schemaCount: list.pages.filter(({ kind }) => kind === 'schema').length,
  };
}

export function downloadsOf({ files, version }: SiteVersion) {
  const all = [
    { text: 'OpenAPI document', href: 'openapi.json', download: `openapi-${version}.json` },
    { text: 'Postman collection', href: 'postman.json', download: `postman-${version}.json` },
    { text: 'Markdown in one file', href: 'llms-full.txt', download: `reference-${version}.md` },
  ];
  return all.filter(({ href }) => files.has(href));
}

/** Returns the variants of a schema for responses and requests as tabs, if it has both. */
export function schemaPair(
  { name, path }: SiteSchemaPage,
  { pages }: SiteVersion,
  href: (link: string) => string | undefined,
): readonly Crumb[] | undefined {
  const base = name.endsWith('Input') ? name.slice(0, -'Input'.length) : name;
  const found = [base, `${base}Input`].map((each) => pages.get(`schemas/${each}`));
  const input = found[1];
  if (found[0]?.kind !== 'schema' || input?.kind !== 'schema' || input.only !== 'requests') return undefined;
  return found.flatMap((page, at) => {
    if (page?.kind !== 'schema') return [];
    const target = page.path === path ? undefined : href(page.path);
    return [
      {
        text: `${page.name} · ${at === 0 ? 'in responses' : 'in requests'}`,
        ...(target !== undefined && { href: target }),
      },
    ];
  });
}
