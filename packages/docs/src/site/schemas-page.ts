/** Makes the page that lists a version's schemas by group. */
import type { Page, PageList } from '../gen/page.js';
import type { SchemasPage } from './site-page.js';

/** Orders groups as their pages; schemas without a group come last. */
export function schemasPage(list: PageList, pages: ReadonlyMap<string, Page>): SchemasPage {
  return {
    kind: 'schemas',
    path: 'schemas',
    title: 'Schemas',
    groups: groupsOf(list)
      .map(({ name, title }) => ({ anchor: name, title, links: linksOf(name, pages) }))
      .filter(({ links }) => links.length > 0),
  };
}

function linksOf(group: string, pages: ReadonlyMap<string, Page>) {
  return [...pages.values()].flatMap((page) =>
    page.kind === 'schema' && page.group === group ? [{ text: page.name, link: page.path }] : [],
  );
}

export function groupsOf({ pages }: PageList): { readonly name: string; readonly title: string }[] {
  const groups = pages
    .filter(({ kind }) => kind === 'group')
    .map(({ group, path, title }) => ({ name: group ?? path.replace('groups/', ''), title }));
  return [...groups, { name: 'common', title: 'Shared by several groups' }];
}
