/** What a page shows of a schema inside another type: its limits and rules, and its properties without their anchors. */
import { randomUUID } from 'node:crypto';
import type { FieldEntry, MissingEntry, TypeText } from '../gen/page.js';
import { differs } from '../site/marks.js';
import { anchorTail, nestedSchemas, shownName } from '../site/nested-schemas.js';
import type { SiteVersion } from '../site/site-version.js';
import { linkContextOf } from './link-context.js';
import { template } from './templates.js';

/** A property as HTML with a placeholder for its anchor, since a schema occurs in many places. */
export interface Fragment {
  readonly html: string;
  readonly tail: string;
  readonly type: TypeText;
  readonly differs: boolean;
  /** The size without the anchor, which stands in it several times. */
  readonly elements: number;
  readonly bytes: number;
  readonly hasNested: boolean;
  /** The line before it, if it is the first of those of another schema or of the schema's own ones. */
  readonly origin: string;
}

/** What a page shows of a schema inside another type. */
interface SchemaContent {
  /** Its description, for options of a union; what else contains a schema says itself what it is for. */
  readonly about: string;
  readonly head: string;
  readonly fragments: readonly Fragment[];
}

/** Stands for the anchor of a property. */
export const placeholder = `p${randomUUID().replaceAll('-', '')}`;
/** Stands between properties that are rendered at once, since a call of a template takes time to set up. */
const separator = `s${randomUUID()}`;

const fieldBodies = template('field-bodies');
const missingBody = template('missing-body');
const originLine = template('origin');
const headTemplate = template('schema-head');
const aboutTemplate = template('schema-about');
const contentCache = new WeakMap<SiteVersion, Map<string, SchemaContent>>();

/** Returns the content of a schema, which many pages show. */
export function schemaContent(path: string, version: SiteVersion): SchemaContent {
  const cache = contentCache.get(version) ?? new Map<string, SchemaContent>();
  contentCache.set(version, cache);
  const cached = cache.get(path);
  if (cached !== undefined) return cached;
  const page = version.pages.get(path);
  const content =
    page?.kind === 'schema'
      ? {
          about: page.about === undefined ? '' : aboutTemplate({ ...page, ...nestedContext(version) }).trim(),
          head: headTemplate({ ...page, ...nestedContext(version) }).trim(),
          fragments: fragmentsOf(version, page.fields, page.missing, page.only),
        }
      : { about: '', head: '', fragments: [] };
  cache.set(path, content);
  return content;
}

function fragmentsOf(
  version: SiteVersion,
  fields: readonly FieldEntry[],
  missing: readonly MissingEntry[],
  only: 'requests' | 'responses' | undefined,
): readonly Fragment[] {
  const root = nestedContext(version);
  const shown = withOrigins(fields).map((field) => ({
    ...field,
    anchor: placeholder,
    label: shownName(field.anchor),
    sent: only === 'responses',
    hasNested: nestedSchemas(field.type, version.pages).length > 0,
  }));
  const bodies = fieldBodies({ ...root, fields: shown, separator }).split(separator);
  return [
    ...fields.map((field, at): Fragment => {
      // Values of a named enum are shown once, by the entry itself.
      const type = field.enum ? [] : field.type;
      const html = bodies[at] ?? '';
      const hasNested = nestedSchemas(type, version.pages).length > 0;
      const origin = shown[at]?.origin === true ? originLine({ ...root, ...shown[at] }) : '';
      const size = sizeOf(html + origin, hasNested);
      return { html, origin, tail: anchorTail(field.anchor), type, differs: differs(field), ...size };
    }),
    ...missing.map((entry): Fragment => {
      const html = missingBody({ ...entry, ...root, anchor: placeholder, label: entry.name });
      const tail = anchorTail(entry.anchor);
      return { html, origin: '', tail, type: [], differs: true, ...sizeOf(html, false) };
    }),
  ];
}

/** Marks the first of the properties that come from another schema, and the first of the own ones after these. */
export function withOrigins<F extends FieldEntry>(fields: readonly F[]): readonly (F & { readonly origin: boolean })[] {
  return fields.map((field, at) => ({ ...field, origin: field.from?.link !== fields[at - 1]?.from?.link }));
}

/** Returns the size of a property without its anchor. */
function sizeOf(html: string, hasNested: boolean): Pick<Fragment, 'elements' | 'bytes' | 'hasNested'> {
  return { elements: elementsIn(html) + (hasNested ? 4 : 1), bytes: html.length + 120, hasNested };
}

export function elementsIn(html: string): number {
  return html.match(/<[a-z]/g)?.length ?? 0;
}

/** Returns the context of templates of what stands in several pages of the folder of operations. */
export function nestedContext(version: SiteVersion) {
  return { linkContext: linkContextOf('operations/~', version), version: version.version };
}
