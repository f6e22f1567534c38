/**
 * What an older version's pages say of a difference, said on the newer version's pages too: a released package knows
 * nothing of the versions that extend it, so their marks are brought over when the site is built.
 */
import type { GroupPage, Mark, MissingEntry, Page, SchemaPage } from '../gen/page.js';
import type { Source } from '../source/index.js';
import { spelledOut } from './anchors.js';
import { marksByAnchor } from './marks.js';
import { renamedAnchor, renamesOf } from './renames.js';

/**
 * @param base the version that is extended
 * @param older a version that extends it
 * @param changes where the site has the changes of the two, among the pages of the base
 */
export function mirrored(base: ReadonlyMap<string, Page>, older: Source, changes: string): Map<string, Page> {
  const renames = renamesOf(older.pages);
  const pages = new Map(base);
  for (const page of older.pages.values()) {
    if (page.kind === 'changes' || page.kind === 'index') continue;
    const path = renames.get(page.path) ?? page.path;
    const target = pages.get(path);
    if (target === undefined) continue;
    const marks = new Map<string, readonly Mark[]>();
    for (const [anchor, found] of marksByAnchor(page)) {
      if (found.length > 0)
        marks.set(
          renamedAnchor(anchor, page.path, path),
          found.map((mark) => moved(mark, changes)),
        );
    }
    if (marks.size > 0) pages.set(path, withMissing(withMarks(target, marks), marks));
  }
  return pages;
}

/** What came with this version is told by its field already; here it is said who lacks it. */
function moved(mark: Mark, changes: string): Mark {
  const text = mark.kind === 'added' ? `not in ${mark.versions[0]}` : mark.text;
  return { ...mark, text, change: mark.change.replace(/^changes(?=#|$)/, changes) };
}

/** The page with the marks at the anchors that it has; what was placed is taken out of `marks`. */
function withMarks(page: Page, marks: Map<string, readonly Mark[]>): Page {
  const own = marks.get('') ?? [];
  marks.delete('');
  const copy = copied(page, marks) as Page;
  return own.length === 0 ? copy : { ...copy, marks: [...(copy.marks ?? []), ...own] };
}

/** Parts that are the API's own data, and are left as they are. */
const foreign = new Set(['examples', 'example', 'default', 'code']);

function copied(part: unknown, marks: Map<string, readonly Mark[]>): unknown {
  if (Array.isArray(part)) return part.map((item) => copied(item, marks));
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, foreign.has(key) ? value : copied(value, marks)]),
  );
  const anchor = copy['anchor'];
  const found = typeof anchor === 'string' ? marks.get(anchor) : undefined;
  if (found === undefined || typeof anchor !== 'string') return copy;
  marks.delete(anchor);
  return { ...copy, marks: [...((copy['marks'] as readonly Mark[] | undefined) ?? []), ...found] };
}

/** What only the older version has stands on the page by its name and its mark. */
function withMissing(page: Page, marks: ReadonlyMap<string, readonly Mark[]>): Page {
  return [...marks].reduce<Page>((whole, [anchor, found]) => {
    if (whole.kind === 'schema') return missingField(whole, anchor, found);
    if (whole.kind === 'group') return missingInGroup(whole, anchor, found);
    return { ...whole, marks: [...(whole.marks ?? []), ...found] };
  }, page);
}

function missingField(page: SchemaPage, anchor: string, marks: readonly Mark[]): SchemaPage {
  const name = spelledOut(anchor.startsWith(`${page.name}.`) ? anchor.slice(page.name.length + 1) : anchor);
  return { ...page, missing: [...page.missing, { anchor, name, marks }] };
}

function missingInGroup(page: GroupPage, anchor: string, marks: readonly Mark[]): GroupPage {
  const [id = '', where = '', ...rest] = anchor.split('.');
  const operation = page.operations.find((entry) => entry.anchor === id);
  if (operation === undefined) return { ...page, missing: [...page.missing, { anchor, name: anchor, marks }] };
  const place = (['path', 'query', 'header'] as const).find((name) => name === where);
  const entry: MissingEntry = {
    anchor,
    name: spelledOut(place === undefined ? [where, ...rest].join(' ') || anchor : rest.join('.')),
    ...(place ? { in: place } : {}),
    marks,
  };
  const changed = { ...operation, missing: [...operation.missing, entry] };
  return { ...page, operations: page.operations.map((each) => (each === operation ? changed : each)) };
}
