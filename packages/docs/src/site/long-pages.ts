/**
 * Divides long pages into parts, so that a reader's browser never loads more than some 300 KB or 3,000 elements at once. The first
 * part has the path of the page, the others have its path with a number: `limits~2`.
 */
import type { CellText, SectionEntry } from '../gen/page.js';
import { anchorsOfPage } from './anchors.js';
import type { SitePage } from './site-page.js';

/**
 * The length of the lists of a page as JSON beyond which it is divided, by its kind, since templates make more elements of some than of
 * others.
 */
const longest: Readonly<Record<SitePage['kind'], number>> = {
  article: 117_000,
  changes: 195_000,
  graph: Infinity,
  group: 40_000,
  index: Infinity,
  operation: Infinity,
  schema: 35_000,
  schemas: 55_000,
  states: 25_000,
  timeline: 42_000,
};

/** Something of a page that stays in one part: a section, a property, a change. */
interface Item {
  readonly length: number;
  readonly add: (to: PartBuilder) => void;
}

/** The lists of one part, by their name. */
type PartBuilder = Map<string, unknown[]>;

/** Returns the parts of a page in their order; the page itself if it is short. */
export function partsOfPage(page: SitePage): readonly SitePage[] {
  const limit = longest[page.kind];
  if (limit === Infinity) return [page];
  const items = [...itemsOf(page, limit)];
  // The first part has also what is no list.
  const rest = Math.min(limit / 2, JSON.stringify(withLists(page, new Map(), 0)).length);
  if (items.reduce((sum, each) => sum + each.length, rest) <= limit) return [page];
  const parts: PartBuilder[] = [];
  let length = Infinity;
  for (const item of items) {
    const current = parts.at(-1);
    if (current !== undefined && length + item.length <= limit) {
      length += item.length;
      item.add(current);
      continue;
    }
    const next: PartBuilder = new Map();
    length = item.length + (parts.length === 0 ? rest : 0);
    parts.push(next);
    item.add(next);
  }
  if (parts.length < 2) return [page];
  const path = (at: number) => (at === 0 ? page.path : `${page.path}~${at + 1}`);
  return parts.map((lists, at) => ({
    ...withLists(page, lists, at),
    path: path(at),
    part: {
      number: at + 1,
      count: parts.length,
      ...(at > 0 && { previous: path(at - 1) }),
      ...(at + 1 < parts.length && { next: path(at + 1) }),
    },
  }));
}

/** Returns the path of the part that has an anchor, by the anchors of the parts but the first. */
export function partsByAnchor(parts: readonly SitePage[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const part of parts.slice(1))
    for (const anchor of anchorsOfPage(part))
      if (!anchorsOfPage(parts[0] ?? part).has(anchor)) paths.set(anchor, part.path);
  return paths;
}

function* itemsOf(page: SitePage, limit: number): Generator<Item> {
  switch (page.kind) {
    case 'article':
      for (const section of page.sections)
        yield* sectionItems(section, limit / 4).map((each) => item('sections', each, weightOf(each)));
      return;
    case 'changes':
      for (const [at, { groups }] of (page.parts ?? []).entries())
        for (const group of groups)
          yield* chunks(group.changes, limit / 4).map((changes, chunk) =>
            item(
              `part ${at}`,
              chunk === 0 ? { ...group, changes } : { ...group, changes, anchor: continued(group.anchor, chunk) },
            ),
          );
      for (const behaviour of page.behaviours) yield item('behaviours', behaviour);
      return;
    case 'group':
      for (const operation of page.operations) yield item('operations', operation);
      for (const missing of page.missing) yield item('missing', missing);
      return;
    case 'schema':
      for (const field of page.fields) yield item('fields', field);
      for (const missing of page.missing) yield item('missing', missing);
      for (const each of page.usedBy.operations) yield item('operations', each);
      for (const each of page.usedBy.schemas) yield item('schemas', each);
      for (const each of page.uses) yield item('uses', each);
      return;
    case 'schemas':
      for (const letter of page.letters)
        yield* chunks(letter.schemas, limit / 4).map((schemas, chunk) =>
          item(
            'letters',
            chunk === 0 ? { ...letter, schemas } : { ...letter, schemas, anchor: continued(letter.anchor, chunk) },
          ),
        );
      return;
    case 'states':
      for (const set of page.sets) yield item('sets', set);
      return;
    case 'timeline':
      for (const version of page.versions) {
        // The diagram needs the number of additions alone, and is in the first part.
        const entries = version.groups.flatMap(({ title, links }) =>
          chunks(links, limit / 4).map((each) => ({ title, links: each })),
        );
        if (entries.length === 0) yield item('versions', { ...version, additions: [] });
        for (const [chunk, group] of entries.entries())
          yield item('versions', {
            ...version,
            additions: [],
            groups: [group],
            ...(chunk > 0 && { anchor: continued(version.anchor, chunk) }),
          });
      }
      return;
    default:
      return;
  }
}

/**
 * Returns what a section weighs besides its data: it has a heading and a link to it, each cell of a table is an element, Markdown becomes
 * many, and a name may break before each of its words.
 */
function weightOf({ text = '', table }: SectionEntry): number {
  const cells = table?.rows.flat() ?? [];
  const names = cells.flat().map((part) => (typeof part === 'object' && 'text' in part ? part.text : ''));
  const breaks = names.reduce((sum, name) => sum + (name.match(/[a-z](?=[A-Z])|[._](?=\w)/g)?.length ?? 0), 0);
  return 250 + text.length + 60 * cells.length + 40 * breaks;
}

function item(list: string, value: unknown, weight = 0): Item {
  return {
    length: JSON.stringify(value).length + weight,
    add: (lists) => {
      const values = lists.get(list) ?? [];
      lists.set(list, values);
      values.push(value);
    },
  };
}

/** Returns a page with other lists. What is no list is in the first part alone, apart from the title. */
function withLists(page: SitePage, lists: PartBuilder, at: number): SitePage {
  const list = <T>(name: string): T[] => (lists.get(name) ?? []) as T[];
  const isFirst = at === 0;
  switch (page.kind) {
    case 'article':
      return { ...page, ...(!isFirst && { about: '' }), sections: list<SectionEntry>('sections') };
    case 'changes':
      return {
        ...page,
        ...(!isFirst && { about: '' }),
        groups: [],
        parts: (page.parts ?? [])
          .map((part, number) => ({ ...part, groups: list<(typeof part.groups)[number]>(`part ${number}`) }))
          .filter(({ groups }) => groups.length > 0),
        behaviours: list('behaviours'),
      };
    case 'group':
      return { ...page, ...(!isFirst && { about: '' }), operations: list('operations'), missing: list('missing') };
    case 'schema': {
      const { enum: values, example, ...others } = page;
      return {
        ...others,
        ...(isFirst
          ? { ...(values && { enum: values }), ...(example !== undefined && { example }) }
          : { about: '', rules: [], bounds: [] }),
        fields: list('fields'),
        missing: list('missing'),
        usedBy: { operations: list('operations'), schemas: list('schemas') },
        uses: list('uses'),
      };
    }
    case 'schemas':
      return { ...page, letters: list('letters') };
    case 'states':
      return { ...page, ...(!isFirst && { about: '' }), sets: list('sets') };
    case 'timeline':
      return { ...page, versions: list('versions') };
    default:
      return page;
  }
}

/** Divides the rows of a long table; the sections that continue it have its title. */
function sectionItems(section: SectionEntry, limit: number): readonly SectionEntry[] {
  const { table } = section;
  if (table === undefined) return [section];
  return chunks<readonly CellText[]>(table.rows, limit).map((rows, at) =>
    at === 0
      ? { ...section, table: { ...table, rows } }
      : { anchor: continued(section.anchor, at), title: `${section.title} (continued)`, table: { ...table, rows } },
  );
}

/** Returns an anchor that no name has, since names in anchors have `~` in pairs. */
function continued(anchor: string, at: number): string {
  return `${anchor}~${at + 1}`;
}

/** Divides a list by the length of its entries as JSON. An empty list is one chunk. */
function chunks<T>(list: readonly T[], limit: number): readonly (readonly T[])[] {
  const found: T[][] = [[]];
  let length = 0;
  for (const entry of list) {
    const own = JSON.stringify(entry).length;
    if (length > 0 && length + own > limit) {
      found.push([]);
      length = 0;
    }
    found.at(-1)?.push(entry);
    length += own;
  }
  return found;
}
