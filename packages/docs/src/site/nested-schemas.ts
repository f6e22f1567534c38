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
  return type.flatMap((part) => (typeof part === 'string' ? [] : schemasAt(part.link, pages, new Set())));
}

function schemasAt(link: string, pages: Pages, above: ReadonlySet<string>): readonly NestedSchema[] {
  const cache = nestedCache.get(pages) ?? new Map<string, readonly NestedSchema[]>();
  nestedCache.set(pages, cache);
  const cached = cache.get(link);
  if (cached !== undefined) return cached;
  const page = pages.get(link);
  if (page?.kind !== 'schema' || above.has(link)) return [];
  const { fields, missing, enum: values } = page;
  const found =
    fields.length > 0 || missing.length > 0
      ? [{ page, fields, missing }]
      : values
        ? [{ page, fields, missing, enum: values }]
        : page.type.flatMap((part) =>
            typeof part === 'string' ? [] : schemasAt(part.link, pages, new Set([...above, link])),
          );
  if (above.size === 0) cache.set(link, found);
  return found;
}

/** Returns the last part of a property's anchor, which is its name encoded for anchors: `Tags` of `Pet.Tags`. */
export function anchorTail(anchor: string): string {
  return idOf(anchor.slice(anchor.indexOf('.') + 1));
}

/** Returns the name that a property is shown with. */
export function shownName(anchor: string): string {
  return decodedName(anchor.slice(anchor.indexOf('.') + 1));
}
