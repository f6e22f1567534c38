/** The version notes of the model → a page. */
import type { Notes } from '../../emitter/index.js';
import type { ArticlePage, CellText, SectionEntry } from './page.js';
import type { PageContext } from './page-context.js';
import { linkTo, step, type AnchorKind } from './anchor-index.js';

export function versioningPage(context: PageContext): ArticlePage {
  return {
    kind: 'article',
    path: 'versioning',
    title: 'Versioning',
    about: 'Additions, deprecations and removals by version.',
    sections: [...versionSections(context)],
  };
}

/** An element with a note about versions. */
interface VersionNote {
  readonly place: string;
  readonly link: string;
  readonly notes: Notes;
}

/** Returns the sections about introduced, deprecated and removed elements. */
function versionSections({ api, anchors }: PageContext): readonly SectionEntry[] {
  const all: VersionNote[] = [];
  const add = (kind: AnchorKind, place: string, notes: Notes) => {
    const { since, until, deprecated } = notes;
    if (since !== undefined || until !== undefined || deprecated !== undefined)
      all.push({ place, link: linkTo(anchors.near(kind, place)), notes });
  };
  for (const operation of api.operations) {
    add('operation', operation.id, operation);
    for (const parameter of operation.parameters)
      add('operation', `${operation.id} ${parameter.in} ${parameter.name}`, parameter);
    for (const response of operation.responses)
      for (const header of response.headers)
        add('operation', `${operation.id} ${response.status} header ${header.name}`, header);
  }
  for (const schema of api.schemas) {
    add('schema', schema.name, schema);
    if (schema.type.kind === 'record')
      for (const field of schema.type.fields) add('schema', `${schema.name}${step(field.name)}`, field);
  }
  return [
    listed(
      'since',
      'Added',
      'Since',
      all.filter(({ notes }) => notes.since !== undefined),
      ({ since }) => [since ?? ''],
    ),
    listed(
      'deprecated',
      'Deprecated',
      'Since',
      all.filter(({ notes }) => notes.deprecated !== undefined),
      ({ deprecated }) => [deprecated?.since ?? '', deprecated?.use ?? ''],
      ['Instead'],
    ),
    listed(
      'until',
      'Removed',
      'Until',
      all.filter(({ notes }) => notes.until !== undefined),
      ({ until }) => [until ?? ''],
    ),
  ].filter((one) => one !== undefined);
}

function listed(
  anchor: string,
  title: string,
  head: string,
  entries: readonly VersionNote[],
  cells: (notes: Notes) => readonly [string, string?],
  more: readonly string[] = [],
): SectionEntry | undefined {
  if (entries.length === 0) return undefined;
  const rows = entries.map(({ place, link, notes }): readonly CellText[] => {
    const [version, words] = cells(notes);
    return [[{ text: place, link }], [version], ...(words === undefined ? [] : [[{ markdown: words }]])];
  });
  return { anchor, title, table: { head: ['Where', head, ...more], rows } };
}
