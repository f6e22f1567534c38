/** Finds the schemas inside a type: what a request or a response contains at each level. */
import type { EnumEntry, FieldEntry, MissingEntry, TypeText } from '../gen/page.js';
import { decodedName, idOf } from './anchors.js';
import type { SitePage, SiteSchemaPage } from './site-page.js';

/** A schema with properties or values, which a reader can expand in place. */
export interface NestedSchema {
  readonly page: SiteSchemaPage;
  readonly fields: readonly FieldEntry[];
  readonly missing: readonly MissingEntry[];
  readonly enum?: EnumEntry;
}

type Pages = ReadonlyMap<string, SitePage>;

const nestedCache = new WeakMap<Pages, Map<string, readonly NestedSchema[]>>();

/** Returns the schemas that a type names, or that the schemas without properties among them name in turn. */
export function nestedSchemas(type: TypeText, pages: Pages): readonly NestedSchema[] {
  return linksOf(type).flatMap((link) => schemasAt(link, pages));
}

/** Returns the schema of a choice that a type is, by name: one of several schemas and other types. */
export function choiceOf(type: TypeText, pages: Pages): SiteSchemaPage | undefined {
  const seen = new Set<string>();
  for (let links = linksOf(type); links.length === 1;) {
    const [link = ''] = links;
    const page = pages.get(link);
    if (page?.kind !== 'schema' || page.fields.length > 0 || seen.has(link)) return undefined;
    seen.add(link);
    links = linksOf(page.type);
    if (page.schema === 'union' || links.length > 1) return page;
  }
  return undefined;
}

/** Each schema is found once, and not by recursion: those without properties may form chains of any length. */
function schemasAt(link: string, pages: Pages): readonly NestedSchema[] {
  const cache = nestedCache.get(pages) ?? new Map<string, readonly NestedSchema[]>();
  nestedCache.set(pages, cache);
  const found: NestedSchema[] = [];
  const seen = new Set<string>();
  /** The links of which each one leads to the next one alone, so that they have the same result. */
  const alone: string[] = [];
  let isAlone = true;
  const open = [link];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const cached = cache.get(next);
    if (cached !== undefined) {
      for (const schema of cached) if (!found.includes(schema)) found.push(schema);
      continue;
    }
    if (isAlone) alone.push(next);
    const page = pages.get(next);
    if (page?.kind !== 'schema') continue;
    const { fields, missing, enum: values } = page;
    if (fields.length > 0 || missing.length > 0) found.push({ page, fields, missing });
    else if (values) found.push({ page, fields, missing, enum: values });
    else {
      const inner = linksOf(page.type);
      isAlone &&= inner.length === 1;
      open.push(...inner.reverse());
    }
  }
  for (const each of alone) cache.set(each, found);
  return found;
}

function linksOf(type: TypeText): string[] {
  return type.flatMap((part) => (typeof part === 'string' ? [] : [part.link]));
}

/** Returns the last part of a property's anchor, which is its name encoded for anchors: `Tags` of `Pet.Tags`. */
export function anchorTail(anchor: string): string {
  return idOf(anchor.slice(anchor.indexOf('.') + 1));
}

/** Returns the name that a property is shown with. */
export function shownName(anchor: string): string {
  return decodedName(anchor.slice(anchor.indexOf('.') + 1));
}
