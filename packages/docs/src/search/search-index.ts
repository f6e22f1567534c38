/** What the search looks through: every operation, parameter, answer, schema, field and section of all versions, once. */
import type { FieldEntry } from '../gen/page.js';
import { plain } from '../render/markdown.js';
import { idOf } from '../site/anchors.js';
import type { SitePage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';

/** Kinds as the script shows them; an entry names one by its place in this list. */
const entryKinds = ['operation', 'schema', 'property', 'parameter', 'section', 'response', 'state', 'change'] as const;
type EntryKind = (typeof entryKinds)[number];

export interface SearchIndex {
  readonly versions: readonly string[];
  readonly kinds: readonly string[];
  /** Path and title. */
  readonly pages: readonly (readonly [string, string])[];
  /** Kind, page, name, anchor (0: the same as the name; '': the page), versions as bits (0: all), text. */
  readonly entries: readonly (readonly [number, number, string, string | 0, number, string])[];
}

interface Found {
  readonly kind: EntryKind;
  readonly name: string;
  readonly anchor: string;
  readonly text: string;
}

/** Text that two versions share stands once; where it differs, both are there to be found. */
export function searchIndex(versions: readonly SiteVersion[]): SearchIndex {
  const pages = new Map<string, { index: number; title: string }>();
  const entries = new Map<string, { found: Found; page: number; bits: number; texts: string[] }>();
  versions.forEach((version, bit) => {
    for (const page of version.pages.values()) {
      const { index } = pages.get(page.path) ?? { index: pages.size };
      if (!pages.has(page.path)) pages.set(page.path, { index, title: page.title });
      for (const found of entriesOf(page)) {
        const key = JSON.stringify([found.kind, index, found.anchor, found.name]);
        const entry = entries.get(key) ?? { found, page: index, bits: 0, texts: [] };
        entry.bits |= 1 << bit;
        if (!entry.texts.includes(found.text)) entry.texts.push(found.text);
        entries.set(key, entry);
      }
    }
  });
  const every = (1 << versions.length) - 1;
  return {
    versions: versions.map(({ version }) => version),
    kinds: entryKinds,
    pages: [...pages].map(([path, { title }]) => [path, title] as const),
    entries: [...entries.values()].map(({ found: { kind, name, anchor }, page, bits, texts }) => [
      entryKinds.indexOf(kind),
      page,
      name,
      anchor === name ? 0 : anchor,
      bits === every ? 0 : bits,
      texts.filter((text) => text !== '').join(' '),
    ]),
  };
}

/** As a script that a page can load from anywhere, also from the file system. */
export function searchScript(index: SearchIndex): string {
  const json = JSON.stringify(index).replace(/\u2028|\u2029/g, ' ');
  return `window.ladingSearch=${json};\n`;
}

function* entriesOf(page: SitePage): Generator<Found> {
  const { path, title } = page;
  switch (page.kind) {
    case 'group':
      yield { kind: 'section', name: title, anchor: '', text: words(page.about) };
      for (const {
        anchor,
        method,
        path: url,
        summary,
        description,
        rules,
        parameters,
        responses,
        body,
      } of page.operations) {
        const about = [description, ...rules, body?.description];
        yield {
          kind: 'operation',
          name: `${method} ${url}`,
          anchor: idOf(anchor),
          text: [anchor, summary ?? '', words(...about)].join(' ¦ '),
        };
        for (const field of parameters)
          yield { ...fieldEntry(field), kind: 'parameter', name: `${anchor}.${field.name}` };
        for (const { anchor: place, status, description: says, headers } of responses) {
          yield { kind: 'response', name: `${status} ${anchor}`, anchor: idOf(place), text: words(says) };
          for (const header of headers) yield { ...fieldEntry(header), kind: 'parameter', name: header.name };
        }
      }
      return;
    case 'schema':
      yield {
        kind: 'schema',
        name: page.name,
        anchor: '',
        text: words(page.about, ...valuesOf(page.enum), ...page.rules),
      };
      for (const field of page.fields) yield fieldEntry(field);
      return;
    case 'states':
      for (const { anchor, name, description, values, rules } of page.sets) {
        yield {
          kind: 'state',
          name,
          anchor: idOf(anchor),
          text: words(description, ...values.flatMap((value) => [String(value.value), value.description]), ...rules),
        };
      }
      return;
    case 'article':
      yield { kind: 'section', name: title, anchor: '', text: words(page.about) };
      for (const { anchor, title: heading, text, code } of page.sections) {
        yield { kind: 'section', name: heading, anchor: idOf(anchor), text: words(text, code?.text) };
      }
      return;
    case 'changes':
      for (const { changes } of page.groups) {
        for (const { anchor, place, sentence } of changes)
          yield { kind: 'change', name: place, anchor: idOf(anchor), text: words(sentence) };
      }
      return;
    default:
      yield {
        kind: 'section',
        name: title,
        anchor: '',
        text: path === 'index' ? words('about' in page ? page.about : '') : '',
      };
  }
}

function fieldEntry({ anchor, description, rules, enum: values, deprecated }: FieldEntry): Found {
  return {
    kind: 'property',
    name: anchor,
    anchor: idOf(anchor),
    text: words(description, ...valuesOf(values), ...rules, deprecated?.use),
  };
}

function valuesOf(values: FieldEntry['enum']): (string | undefined)[] {
  return (values?.values ?? []).flatMap(({ value, description }) => [String(value), description]);
}

function words(...texts: readonly (string | undefined)[]): string {
  return plain(texts.filter((text) => text !== undefined && text !== '').join(' '));
}
