/** Renders what a body contains: properties inside properties, each of which can be opened and has an anchor. */
import { randomUUID } from 'node:crypto';
import type { FieldEntry, MissingEntry, TypeText } from '../gen/page.js';
import { differs } from '../site/marks.js';
import { anchorTail, nestedSchemas, shownName, type NestedSchema } from '../site/nested-schemas.js';
import type { SiteVersion } from '../site/site-version.js';
import { linkContextOf } from './link-context.js';
import { template } from './templates.js';

/** What was rendered, and whether something in it differs between versions. */
export interface Rendered {
  readonly html: string;
  readonly differs: boolean;
}

/** A property as HTML with a placeholder for its anchor, since a schema occurs in many places. */
interface Fragment {
  readonly html: string;
  readonly tail: string;
  readonly type: TypeText;
  readonly differs: boolean;
}

/** Anchors that stand in HTML unescaped. Others, which no generator writes, have no nested properties. */
const safeAnchor = /^[\w.~-]+$/;
const placeholder = `p${randomUUID().replaceAll('-', '')}`;
/** Stands between properties that are rendered at once, since a call of a template takes time to set up. */
const separator = `s${randomUUID()}`;
const deepest = 12;
/** The number of properties after which a page links to schemas instead of repeating them. */
const manyFields = 1500;

const fieldBodies = template('field-bodies');
const missingBody = template('missing-body');
const valuesBody = template('values');
const fragmentsCache = new WeakMap<SiteVersion, Map<string, readonly Fragment[]>>();

/** The properties of one page. It keeps their anchors unique, and their number limited. */
export class FieldTree {
  readonly #anchors = new Set<string>();
  #count = 0;

  /** @param path the path of the page, which has one slash */
  constructor(
    readonly version: SiteVersion,
    readonly path: string,
  ) {}

  /**
   * Returns the properties of the schemas in a type; undefined if there are none.
   *
   * @param prefix the anchor of the property or body whose type it is
   * @param above the schemas that contain it, where recursion ends
   */
  render(type: TypeText, prefix: string, above: readonly string[] = []): Rendered | undefined {
    const schemas = nestedSchemas(type, this.version.pages);
    if (schemas.length === 0 || !safeAnchor.test(prefix)) return undefined;
    const parts = schemas.map((schema) => this.#schema(schema, prefix, above));
    const isChoice = schemas.length > 1;
    const html = parts.map((part, at) => {
      const { page } = schemas[at] ?? { page: undefined };
      return isChoice && page !== undefined
        ? `<div class="option"><p class="option-name">${this.#linkTo(page.path, page.name)}</p>${part.html}</div>`
        : part.html;
    });
    return { html: html.join('\n'), differs: parts.some((part) => part.differs) };
  }

  #schema({ page, enum: values }: NestedSchema, prefix: string, above: readonly string[]): Rendered {
    if (values) return { html: valuesBody({ ...values, ...this.#context() }), differs: false };
    if (above.includes(page.path) || above.length >= deepest || this.#count >= manyFields) {
      const reason = above.includes(page.path) ? 'The same properties again' : 'More properties';
      return { html: `<p class="quiet text">${reason}: ${this.#linkTo(page.path, page.name)}.</p>`, differs: false };
    }
    const parts = this.#fragmentsOf(page.path).map((fragment) => this.#field(fragment, prefix, [...above, page.path]));
    return { html: parts.map(({ html }) => html).join('\n'), differs: parts.some((part) => part.differs) };
  }

  #field({ html, tail, type, differs: own }: Fragment, prefix: string, above: readonly string[]): Rendered {
    this.#count += 1;
    const anchor = this.#uniqueAnchor(`${prefix}.${tail}`);
    const nested = this.render(type, anchor, above);
    const isDifferent = own || nested?.differs === true;
    const inside = nested
      ? `<details class="nested" open><summary>${nested.html.startsWith('<ul class="values"') ? 'Values' : 'Properties'}</summary><div class="nested-body">${nested.html}</div></details>`
      : '';
    return {
      html: `<div class="field" id="${anchor}" data-item${isDifferent ? ' data-differs' : ''}>${html.replaceAll(placeholder, anchor)}${inside}</div>`,
      differs: isDifferent,
    };
  }

  #uniqueAnchor(anchor: string): string {
    const plain = safeAnchor.test(anchor) ? anchor : anchor.replace(/[^\w.~-]/g, '_');
    let unique = plain;
    for (let count = 2; this.#anchors.has(unique); count += 1) unique = `${plain}~${count}`;
    this.#anchors.add(unique);
    return unique;
  }

  #fragmentsOf(path: string): readonly Fragment[] {
    const cache = fragmentsCache.get(this.version) ?? new Map<string, readonly Fragment[]>();
    fragmentsCache.set(this.version, cache);
    const cached = cache.get(path);
    if (cached !== undefined) return cached;
    const page = this.version.pages.get(path);
    const fragments = page?.kind === 'schema' ? this.#makeFragments(page.fields, page.missing, page.only) : [];
    cache.set(path, fragments);
    return fragments;
  }

  #makeFragments(
    fields: readonly FieldEntry[],
    missing: readonly MissingEntry[],
    only: 'requests' | 'responses' | undefined,
  ): readonly Fragment[] {
    const root = this.#context();
    const shown = fields.map((field) => ({
      ...field,
      anchor: placeholder,
      label: shownName(field.anchor),
      sent: only === 'responses',
      hasNested: nestedSchemas(field.type, this.version.pages).length > 0,
    }));
    const bodies = fieldBodies({ ...root, fields: shown, separator }).split(separator);
    return [
      ...fields.map((field, at): Fragment => ({
        html: bodies[at] ?? '',
        tail: anchorTail(field.anchor),
        // Values of a named enum are shown once, by the entry itself.
        type: field.enum ? [] : field.type,
        differs: differs(field),
      })),
      ...missing.map((entry): Fragment => ({
        html: missingBody({ ...entry, ...root, anchor: placeholder, label: entry.name }),
        tail: anchorTail(entry.anchor),
        type: [],
        differs: true,
      })),
    ];
  }

  #linkTo(link: string, text: string): string {
    return linkTemplate({ ...this.#context(), target: { text, link } }).trim();
  }

  #context() {
    return { linkContext: linkContextOf('operations/~', this.version), version: this.version.version };
  }
}

const linkTemplate = template('link');
