/** The search index: every operation, parameter, response, schema, property and section of all versions, once. */
import type { FieldEntry } from '../gen/page.js';
import { plain } from '../render/markdown.js';
import { scriptOf } from '../render/script-of.js';
import { requestPlaces } from './request-places.js';
import { idOf } from '../site/anchors.js';
import type { SitePage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';
import { DocsError } from '../docs-error.js';
import { noSearchWords, type SearchWords } from './search-words.js';

/** Entry kinds as the search script shows them. An entry refers to its kind by the index in this array. */
const entryKinds = ['operation', 'schema', 'property', 'parameter', 'section', 'response', 'state', 'change'] as const;
type EntryKind = (typeof entryKinds)[number];

export interface SearchIndex {
  readonly versions: readonly string[];
  readonly kinds: readonly string[];
  /** The path and title of each page. */
  readonly pages: readonly (readonly [string, string])[];
  /**
   * Kind, page, name, anchor (0: equal to the name; '': the page), the number of its set of versions, text, and for a property
   * of a request the page and the anchor of its place in the body. What differs between versions in its text or place has
   * an entry for each.
   */
  readonly entries: readonly SearchTuple[];
  /** Sets of versions by their numbers in `versions`; the first one has all. */
  readonly sets: readonly (readonly number[])[];
  /** Groups of words or phrases that mean the same, in lower case. */
  readonly synonyms: readonly (readonly string[])[];
}

type SearchTuple =
  | readonly [number, number, string, string | 0, number, string]
  | readonly [number, number, string, string | 0, number, string, number, string];

interface SearchEntry {
  readonly kind: EntryKind;
  readonly name: string;
  readonly anchor: string;
  readonly text: string;
}

/**
 * Builds the index. Versions share an entry if its text and its place in a request are equal in them.
 *
 * @throws DocsError if a keyword is that of a place which no version has
 */
export function searchIndex(
  versions: readonly SiteVersion[],
  { synonyms, keywords }: SearchWords = noSearchWords,
): SearchIndex {
  const unused = new Set(Object.keys(keywords));
  const pages = new Map<string, { index: number; title: string }>();
  const pageIndex = (path: string, title: string): number => {
    const page = pages.get(path) ?? { index: pages.size, title };
    pages.set(path, page);
    return page.index;
  };
  const entries = new Map<string, { content: SearchEntry; page: number; own: number[]; place?: [number, string] }>();
  versions.forEach((version, at) => {
    const places = requestPlaces(version);
    for (const page of version.pages.values()) {
      for (const own of entriesOf(page)) {
        const content = withKeywords(own, page, keywords, unused);
        const index = pageIndex(version.partAnchors.get(page.path)?.get(own.anchor) ?? page.path, page.title);
        const request = content.kind === 'property' ? places.get(content.anchor) : undefined;
        const target = version.pages.get(request?.path ?? '');
        const place: [number, string] | undefined = request &&
          target && [pageIndex(target.path, target.title), request.anchor];
        const key = JSON.stringify([content, index, place]);
        const entry = entries.get(key) ?? { content, page: index, own: [], ...(place && { place }) };
        entries.set(key, entry);
        if (entry.own.at(-1) !== at) entry.own.push(at);
      }
    }
  });
  if (unused.size > 0)
    throw new DocsError(`No version has ${[...unused].join(', ')}, for which there are keywords of the search`, {
      remedy: 'Correct the names',
    });
  const sets = new Map([[versions.map((_, at) => at).join(), 0]]);
  const setOf = (own: readonly number[]): number => {
    const set = sets.get(own.join()) ?? sets.size;
    sets.set(own.join(), set);
    return set;
  };
  const tuples = [...entries.values()].map(
    ({ content: { kind, name, anchor, text }, page, own, place }): SearchTuple => {
      const entry = [entryKinds.indexOf(kind), page, name, anchor === name ? 0 : anchor, setOf(own), text] as const;
      return place === undefined ? entry : [...entry, ...place];
    },
  );
  return {
    versions: versions.map(({ version }) => version),
    kinds: entryKinds,
    pages: [...pages].map(([path, { title }]) => [path, title] as const),
    synonyms,
    entries: tuples,
    sets: [...sets.keys()].map((own) => own.split(',').map(Number)),
  };
}

/** Returns an entry with the keywords that a configuration has for it, between its own and the text. */
function withKeywords(
  entry: SearchEntry,
  page: SitePage,
  keywords: SearchWords['keywords'],
  unused: Set<string>,
): SearchEntry {
  const isPage = entry.anchor === '';
  const name = entry.kind === 'change' || entry.kind === 'response' ? undefined : entry.name;
  const target =
    page.kind === 'operation' && isPage ? page.operation.anchor : page.kind !== 'schema' && isPage ? page.path : name;
  if (target === undefined || !Object.hasOwn(keywords, target)) return entry;
  unused.delete(target);
  const parts = entry.text.split(' ¦ ');
  const text = [...parts.slice(0, -1), ...(keywords[target] ?? []), ...parts.slice(-1)].join(' ¦ ');
  return { ...entry, text };
}

/** Serializes the index as a script. */
export function searchScript(index: SearchIndex): string {
  return scriptOf('ladingSearch', index);
}

function* entriesOf(page: SitePage): Generator<SearchEntry> {
  const { path, title } = page;
  switch (page.kind) {
    case 'group':
      yield { kind: 'section', name: title, anchor: '', text: searchText(page.about) };
      return;
    case 'operation': {
      const {
        anchor,
        method,
        path: url,
        summary,
        description,
        rules,
        parameters,
        responses,
        body,
        keywords,
      } = page.operation;
      const about = [description, ...rules, body?.description];
      yield {
        kind: 'operation',
        name: summary ?? anchor,
        anchor: '',
        text: [anchor, `${method} ${url}`, ...(keywords ?? []), searchText(...about)].join(' ¦ '),
      };
      for (const field of parameters)
        yield { ...fieldEntry(field), kind: 'parameter', name: `${anchor}.${field.name}` };
      for (const { anchor: responseAnchor, status, description: responseDescription, headers } of responses) {
        yield {
          kind: 'response',
          name: `${status} ${anchor}`,
          anchor: idOf(responseAnchor),
          text: searchText(responseDescription),
        };
        for (const header of headers) yield { ...fieldEntry(header), kind: 'parameter', name: header.name };
      }
      return;
    }
    case 'schema':
      yield {
        kind: 'schema',
        name: page.name,
        anchor: '',
        text: searchText(page.about, ...valuesOf(page.enum), ...page.rules),
      };
      for (const field of page.fields) yield fieldEntry(field);
      return;
    case 'states':
      for (const { anchor, name, description, values, rules } of page.sets) {
        yield {
          kind: 'state',
          name,
          anchor: idOf(anchor),
          text: searchText(
            description,
            ...values.flatMap((value) => [String(value.value), value.description]),
            ...rules,
          ),
        };
      }
      return;
    case 'article':
      yield { kind: 'section', name: title, anchor: '', text: searchText(page.about) };
      for (const { anchor, title: heading, text, code } of page.sections) {
        yield { kind: 'section', name: heading, anchor: idOf(anchor), text: searchText(text, code?.text) };
      }
      return;
    case 'changes':
      for (const { changes } of page.groups) {
        for (const { anchor, place, sentence } of changes)
          yield { kind: 'change', name: place, anchor: idOf(anchor), text: searchText(sentence) };
      }
      return;
    default:
      yield {
        kind: 'section',
        name: title,
        anchor: '',
        text: path === 'index' ? searchText('about' in page ? page.about : '') : '',
      };
  }
}

function fieldEntry({ anchor, description, rules, enum: values, deprecated }: FieldEntry): SearchEntry {
  return {
    kind: 'property',
    name: anchor,
    anchor: idOf(anchor),
    text: searchText(description, ...valuesOf(values), ...rules, deprecated?.use),
  };
}

function valuesOf(values: FieldEntry['enum']): (string | undefined)[] {
  return (values?.values ?? []).flatMap(({ value, description }) => [String(value), description]);
}

function searchText(...texts: readonly (string | undefined)[]): string {
  return plain(texts.filter((text) => text !== undefined && text !== '').join(' '));
}
