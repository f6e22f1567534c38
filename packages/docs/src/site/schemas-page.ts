/** Makes the page that lists a version's schemas from A to Z. */
import type { Page, PageList } from '../gen/page.js';
import { compareNames } from './names-order.js';
import type { ListedSchema, SchemasPage } from './site-page.js';

/** A schema and its variant for requests are one entry of the list. */
export function schemasPage(list: PageList, pages: ReadonlyMap<string, Page>): SchemasPage {
  const schemas = listedSchemas(pages);
  const names = new Set(schemas.map(({ group }) => group));
  const letters = [...new Set(schemas.map(({ text }) => letterOf(text)))];
  return {
    kind: 'schemas',
    path: 'schemas',
    title: 'Schemas',
    letters: letters.map((letter) => ({
      anchor: letter,
      title: letter,
      schemas: schemas.filter(({ text }) => letterOf(text) === letter),
    })),
    groups: groupsOf(list).filter(({ name }) => names.has(name)),
  };
}

function listedSchemas(pages: ReadonlyMap<string, Page>): readonly ListedSchema[] {
  const schemas = [...pages.values()].filter((page) => page.kind === 'schema');
  const byName = new Map(schemas.map((page) => [page.name, page]));
  const isVariant = (name: string) => name.endsWith('Input') && byName.has(name.slice(0, -'Input'.length));
  return schemas
    .filter(({ name }) => !isVariant(name))
    .map(({ name, path, group }): ListedSchema => {
      const input = byName.get(`${name}Input`);
      return { text: name, link: path, group, ...(input && { input: { text: input.name, link: input.path } }) };
    })
    .sort((a, b) => compareNames(a.text, b.text));
}

/** Returns the letter under which a name is listed; other characters share one heading. */
function letterOf(name: string): string {
  const letter = name.charAt(0).normalize('NFD').charAt(0).toUpperCase();
  return /[A-Z]/.test(letter) ? letter : 'Other';
}

/** Returns the groups in the order of their pages, followed by that of schemas without a group. */
export function groupsOf({ pages }: PageList): { readonly name: string; readonly title: string }[] {
  const groups = pages
    .filter(({ kind }) => kind === 'group')
    .map(({ group, path, title }) => ({ name: group ?? path.replace('groups/', ''), title }));
  return [...groups, { name: 'common', title: 'Shared by several groups' }];
}
