/**
 * Copies the badges of differences from the pages of a version to those of the version that it extends. A released package
 * contains no badges of the versions that extend it, so they are added when the site is built.
 */
import type { GroupPage, Mark, MissingEntry, Page, SchemaPage } from '../gen/page.js';
import type { Source } from '../source/index.js';
import { decodedName } from './anchors.js';
import { marksByAnchor } from './marks.js';
import { renamedAnchor, renamesOf } from './renames.js';

/**
 * Returns the pages of the base version with the badges of the one that extends it.
 * @param base the pages of the version that is extended
 * @param extending the version that extends it, which may be older or newer
 * @param changes the path of the changes page of the two, among the pages of the base
 */
export function withBackportedBadges(
  base: ReadonlyMap<string, Page>,
  extending: Source,
  changes: string,
): Map<string, Page> {
  const renames = renamesOf(extending.pages);
  const pages = new Map(base);
  for (const page of extending.pages.values()) {
    if (page.kind === 'changes' || page.kind === 'index') continue;
    const path = renames.get(page.path) ?? page.path;
    const target = pages.get(path);
    if (target === undefined) continue;
    const marks = new Map<string, readonly Mark[]>();
    for (const [anchor, found] of marksByAnchor(page)) {
      if (found.length > 0)
        marks.set(
          renamedAnchor(anchor, page.path, path),
          found.map((mark) => backported(mark, extending.list.version, changes)),
        );
    }
    if (marks.size > 0) pages.set(path, withMissing(withMarks(target, marks), marks));
  }
  return pages;
}

/**
 * Rewords a mark of another version. Of what an older version lacks, the page states the addition already, so the badge names
 * who lacks it.
 */
function backported(mark: Mark, from: string, changes: string): Mark {
  const [older] = mark.versions;
  const text = mark.kind === 'added' && older === from ? `not in ${older}` : (mark.counterpart ?? mark.text);
  return { ...mark, text, change: mark.change.replace(/^changes(?=#|$)/, changes) };
}

/** Adds the marks to the page at the anchors that it has, and removes these marks from `marks`. */
function withMarks(page: Page, marks: Map<string, readonly Mark[]>): Page {
  const pageMarks = marks.get('') ?? [];
  marks.delete('');
  const copy = copyWithMarks(page, marks) as Page;
  return pageMarks.length === 0 ? copy : { ...copy, marks: [...(copy.marks ?? []), ...pageMarks] };
}

/** The properties that contain values of the API or code. They are copied unchanged. */
const opaqueKeys = new Set(['examples', 'example', 'default', 'code']);

function copyWithMarks(part: unknown, marks: Map<string, readonly Mark[]>): unknown {
  if (Array.isArray(part)) return part.map((item) => copyWithMarks(item, marks));
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, opaqueKeys.has(key) ? value : copyWithMarks(value, marks)]),
  );
  const anchor = copy['anchor'];
  const found = typeof anchor === 'string' ? marks.get(anchor) : undefined;
  if (found === undefined || typeof anchor !== 'string') return copy;
  marks.delete(anchor);
  return { ...copy, marks: [...((copy['marks'] as readonly Mark[] | undefined) ?? []), ...found] };
}

/** Adds entries for what only the other version has, with its name and its marks. */
function withMissing(page: Page, marks: ReadonlyMap<string, readonly Mark[]>): Page {
  return [...marks].reduce<Page>((result, [anchor, found]) => {
    if (result.kind === 'schema') return missingField(result, anchor, found);
    if (result.kind === 'group') return missingInGroup(result, anchor, found);
    return { ...result, marks: [...(result.marks ?? []), ...found] };
  }, page);
}

function missingField(page: SchemaPage, anchor: string, marks: readonly Mark[]): SchemaPage {
  const name = decodedName(anchor.startsWith(`${page.name}.`) ? anchor.slice(page.name.length + 1) : anchor);
  return { ...page, missing: [...page.missing, { anchor, name, marks }] };
}

function missingInGroup(page: GroupPage, anchor: string, marks: readonly Mark[]): GroupPage {
  const [id = '', where = '', ...rest] = anchor.split('.');
  const operation = page.operations.find((entry) => entry.anchor === id);
  if (operation === undefined) return { ...page, missing: [...page.missing, { anchor, name: anchor, marks }] };
  const location = (['path', 'query', 'header'] as const).find((name) => name === where);
  const entry: MissingEntry = {
    anchor,
    name: decodedName(location === undefined ? [where, ...rest].join(' ') || anchor : rest.join('.')),
    ...(location ? { in: location } : {}),
    marks,
  };
  const changed = { ...operation, missing: [...operation.missing, entry] };
  return { ...page, operations: page.operations.map((each) => (each === operation ? changed : each)) };
}
