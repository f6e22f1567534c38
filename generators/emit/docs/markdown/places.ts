/** Where the Markdown of each page is. */
import { appendTo } from '../../../emitter/index.js';
import type { Page } from '../page.js';
import { segment } from '../segment.js';

/** The file with the Markdown of a page. */
export interface MarkdownPlace {
  /** The path without extension. */
  readonly file: string;
  /** The anchor of the page in it, if it has further pages. */
  readonly anchor?: string;
}

/** How many schemas a file has at most, where their names permit. */
const MAX_SCHEMAS = 150;

/**
 * Returns the places of the pages of schemas: a file for each group. A larger group has a file for each beginning of names, so that
 * a further schema moves no other one.
 */
export function markdownPlaces(pages: readonly Page[]): ReadonlyMap<string, MarkdownPlace> {
  const groups = new Map<string, NamedPage[]>();
  for (const page of pages) {
    if (page.kind !== 'schema') continue;
    const anchor = segment(page.name);
    appendTo(groups, page.group, { path: page.path, anchor, key: anchor.toLowerCase() });
  }
  return new Map(
    [...groups].flatMap(([group, members]) =>
      split(members, '').flatMap(([start, part]) => {
        const file = `schemas/${group}${start === '' ? '' : `.${start}`}`;
        return part.map(({ path, anchor }) => [path, { file, anchor }] as const);
      }),
    ),
  );
}

interface NamedPage {
  readonly path: string;
  readonly anchor: string;
  /** The anchor in lower case, since file systems may ignore it. */
  readonly key: string;
}

/** Splits pages by the character after the common start of their names, until there are few of each start. */
function split(pages: readonly NamedPage[], start: string): readonly (readonly [string, readonly NamedPage[]])[] {
  if (pages.length <= MAX_SCHEMAS) return [[start, pages]];
  const parts = new Map<string, NamedPage[]>();
  for (const page of pages) appendTo(parts, page.key.slice(0, start.length + 1), page);
  // Names that differ in nothing but their case.
  if (parts.size === 1 && parts.has(start)) return [[start, pages]];
  return [...parts].flatMap(([longer, part]) => (longer === start ? [[start, part] as const] : split(part, longer)));
}
