/** Makes the page of all versions and their additions: the versions that the pages name, and those of the site. */
import type { LinkText, Page } from '../gen/page.js';
import type { Source } from '../source/index.js';
import type { TimelineEntry, TimelinePage } from './site-page.js';
import { decodedName } from './anchors.js';
import { compareNames } from './names-order.js';

/** Versions are numbers (`1.44`, `2.0.1`) or dates (`2026-03-10`). A note may name something else. */
const isVersion = (version: string) => /^\d+([.-]\d+)*([.-]?[a-z]+[\d.]*)?$/i.test(version);

export function timelinePage(own: string, pages: ReadonlyMap<string, Page>, all: readonly Source[]): TimelinePage {
  const dated = additionsByVersion(pages);
  const additions = dated.size > 0 ? dated : comparedAdditions(pages);
  const documented = new Map(all.map((source) => [source.list.version, source.list]));
  const versions = [...new Set([...additions.keys(), ...documented.keys()])].filter((version) => isVersion(version));
  return {
    kind: 'timeline',
    path: 'timeline',
    title: 'Timeline of versions',
    versions: versions
      .sort((a, b) => compareNames(b, a))
      .map((version): TimelineEntry => {
        const base = documented.get(version)?.extends;
        return {
          version,
          anchor: `v${version}`,
          documented: documented.has(version),
          newer: compareNames(version, own) > 0,
          ...(base === undefined ? {} : { extends: base }),
          additions: additions.get(version) ?? [],
          groups: grouped(additions.get(version) ?? []),
        };
      }),
  };
}

/** Groups additions by what they are. A property of a schema and of its variant for requests is one entry. */
function grouped(additions: readonly LinkText[]): TimelineEntry['groups'] {
  const kinds = [
    { title: 'Operations, parameters and responses', isIn: ({ link }: LinkText) => link.startsWith('groups/') },
    { title: 'Schemas', isIn: ({ link }: LinkText) => link.startsWith('schemas/') && !link.includes('#') },
    { title: 'Properties', isIn: ({ link }: LinkText) => link.startsWith('schemas/') && link.includes('#') },
  ];
  return kinds
    .map(({ title, isIn }) => ({ title, links: withVariants(additions.filter(isIn)) }))
    .filter(({ links }) => links.length > 0);
}

function withVariants(links: readonly LinkText[]): TimelineEntry['groups'][number]['links'] {
  const byText = new Map(links.map((each) => [each.text, each]));
  const variantOf = (text: string) => text.replace(/^[^.]+/, (schema) => `${schema}Input`);
  const variants = new Set([...byText.keys()].map(variantOf));
  return links
    .filter(({ text, link }) => !(link.startsWith('schemas/') && variants.has(text)))
    .map((each) => {
      const input = each.link.startsWith('schemas/') ? byText.get(variantOf(each.text)) : undefined;
      return { ...each, ...(input && { input }) };
    })
    .sort((a, b) => compareNames(a.text, b.text));
}

function additionsByVersion(pages: ReadonlyMap<string, Page>): Map<string, LinkText[]> {
  const found = new Map<string, LinkText[]>();
  for (const page of pages.values()) {
    if (page.kind !== 'group' && page.kind !== 'schema') continue;
    for (const { since, text, link } of datedEntries(page)) {
      if (since !== undefined) found.set(since, [...(found.get(since) ?? []), { text, link }]);
    }
  }
  return found;
}

/** Returns what the newer version of each comparison added, for documents that do not date their parts. */
function comparedAdditions(pages: ReadonlyMap<string, Page>): Map<string, LinkText[]> {
  const found = new Map<string, LinkText[]>();
  for (const page of pages.values()) {
    if (page.kind !== 'changes') continue;
    const added = page.groups.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'added'));
    const links = added.map(({ place, link }) => ({ text: place, link }));
    if (links.length > 0) found.set(page.to, [...(found.get(page.to) ?? []), ...links]);
  }
  return found;
}

function* datedEntries(page: Page): Generator<LinkText & { readonly since?: string | undefined }> {
  if (page.kind === 'schema') {
    yield { text: page.name, link: page.path, since: page.since };
    for (const { anchor, since } of page.fields) {
      yield { text: decodedName(anchor), link: `${page.path}#${anchor}`, since };
    }
  }
  if (page.kind !== 'group') return;
  for (const { id, anchor, summary, since, parameters, responses } of page.operations) {
    const title = summary ?? id;
    yield { text: title, link: `${page.path}#${anchor}`, since };
    for (const { anchor: place, name, since: added } of parameters) {
      yield { text: `${title}: ${name}`, link: `${page.path}#${place}`, since: added };
    }
    for (const { anchor: place, status, since: added, content } of responses) {
      yield { text: `${title}: response ${status}`, link: `${page.path}#${place}`, since: added };
      for (const media of content) {
        yield {
          text: `${title}: response ${status} as ${media.mediaType}`,
          link: `${page.path}#${media.anchor}`,
          since: media.since,
        };
      }
    }
  }
}
