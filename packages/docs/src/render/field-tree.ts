/** Renders what a body contains: properties inside properties, each of which can be opened and has an anchor. */
import { randomUUID } from 'node:crypto';
import type { FieldEntry, LinkText, MissingEntry, TypeText } from '../gen/page.js';
import { differs } from '../site/marks.js';
import { anchorTail, choiceOf, nestedSchemas, shownName, type NestedSchema } from '../site/nested-schemas.js';
import type { SiteSchemaPage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';
import { escapeText } from './escape-text.js';
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
  /** The size without the anchor, which stands in it several times. */
  readonly elements: number;
  readonly bytes: number;
  readonly hasNested: boolean;
  /** The line before it, if it is the first of those of another schema or of the schema's own ones. */
  readonly origin: string;
}

/** Anchors that stand in HTML unescaped. Others, which no generator writes, have no nested properties. */
const safeAnchor = /^[\w.~-]+$/;
const placeholder = `p${randomUUID().replaceAll('-', '')}`;
/** Stands between properties that are rendered at once, since a call of a template takes time to set up. */
const separator = `s${randomUUID()}`;
const deepest = 12;
/** How much of a page its nested properties may take. */
const maxElements = 2450;
/** What is left for them where samples and parameters are long. */
const minElements = 500;
const maxBytes = 180_000;
/** Those of the sentence about alternatives. */
const choiceElements = 6;

const fieldBodies = template('field-bodies');
const missingBody = template('missing-body');
const valuesBody = template('values');
const fragmentsCache = new WeakMap<SiteVersion, Map<string, readonly Fragment[]>>();

/** A type in a body or a property, whose properties are shown in place. */
export interface FieldRoot {
  readonly type: TypeText;
  /** The anchor of the property or body whose type it is. */
  readonly prefix: string;
}

/** What is shown of a type: each schema in it, planned before anything is rendered. */
interface Planned {
  /** The schema whose type says that the others are alternatives. */
  readonly choice?: SiteSchemaPage | undefined;
  readonly schemas: PlannedSchema[];
}

interface PlannedSchema {
  readonly schema: NestedSchema;
  readonly fields: PlannedField[];
  /** Why a link follows the properties, if it does. */
  link?: 'same' | 'more';
}

interface PlannedField {
  readonly fragment: Fragment;
  readonly anchor: string;
  nested?: Planned;
}

interface Open {
  readonly type: TypeText;
  readonly prefix: string;
  /** The schemas that contain it, where recursion ends. */
  readonly above: readonly string[];
  readonly set: (planned: Planned) => void;
}

/**
 * The properties of one page. It keeps their anchors unique, and the page short: properties near the top are shown first, and those
 * for which there is no room are a link to their schema.
 */
export class FieldTree {
  readonly #anchors = new Set<string>();
  readonly #planned: ReadonlyMap<FieldRoot, Planned>;
  #elements: number;
  #bytes = maxBytes;

  /**
   * @param roots all types of the page, the most important ones first
   * @param others the number of elements of the page besides these
   */
  constructor(
    readonly version: SiteVersion,
    roots: readonly FieldRoot[],
    others = 0,
  ) {
    this.#elements = Math.max(minElements, maxElements - others);
    const planned = new Map<FieldRoot, Planned>();
    const open: Open[] = roots.map((root) => ({
      ...root,
      above: [],
      set: (plan) => void planned.set(root, plan),
    }));
    for (const each of open) this.#plan(each, open);
    this.#planned = planned;
  }

  /** Whether a property is shown, by its anchor. */
  has(anchor: string): boolean {
    return this.#anchors.has(anchor);
  }

  /** Returns the properties of the schemas in the type of a root; undefined if there are none. */
  render(root: FieldRoot): Rendered | undefined {
    const planned = this.#planned.get(root);
    return planned && this.#rendered(planned);
  }

  /** Plans the properties of a type, and adds the types of these to the open ones. */
  #plan({ type, prefix, above, set }: Open, open: Open[]): void {
    const schemas = nestedSchemas(type, this.version.pages);
    if (schemas.length === 0 || !safeAnchor.test(prefix)) return;
    const choice = choiceOf(type, this.version.pages);
    if (choice !== undefined) this.#elements -= choiceElements + choice.type.length;
    set({ choice, schemas: schemas.map((schema) => this.#planSchema(schema, prefix, above, open)) });
  }

  #planSchema(schema: NestedSchema, prefix: string, above: readonly string[], open: Open[]): PlannedSchema {
    const { path } = schema.page;
    const fields: PlannedField[] = [];
    if (schema.enum) return { schema, fields };
    if (above.includes(path)) return { schema, fields, link: 'same' };
    const fragments = this.#fragmentsOf(path);
    // The anchor of a property stands in its HTML four times.
    const bytesOf = ({ bytes: own, tail }: Fragment) => own + 4 * (prefix.length + 1 + tail.length);
    const elements = fragments.reduce((sum, fragment) => sum + fragment.elements, 0);
    const bytes = fragments.reduce((sum, fragment) => sum + bytesOf(fragment), 0);
    const fits = elements <= this.#elements && bytes <= this.#bytes;
    // At the top, some properties are better than none.
    if (above.length >= deepest || (!fits && above.length > 0)) return { schema, fields, link: 'more' };
    for (const fragment of fragments) {
      const size = bytesOf(fragment);
      if (fragment.elements > this.#elements || size > this.#bytes) return { schema, fields, link: 'more' };
      this.#elements -= fragment.elements;
      this.#bytes -= size;
      const field: PlannedField = { fragment, anchor: this.#uniqueAnchor(`${prefix}.${fragment.tail}`) };
      fields.push(field);
      if (fragment.hasNested)
        open.push({
          type: fragment.type,
          prefix: field.anchor,
          above: [...above, path],
          set: (planned) => {
            field.nested = planned;
          },
        });
    }
    return { schema, fields };
  }

  #rendered({ choice, schemas }: Planned): Rendered {
    const parts = schemas.map((planned) => this.#schema(planned));
    const isChoice = schemas.length > 1 || choice?.schema === 'union';
    const html = parts.map((part, at) => {
      const page = schemas[at]?.schema.page;
      return isChoice && page !== undefined
        ? `<div class="option" data-option="${attributeText(page.name)}"><p class="option-name">${this.#linkTo(page.path, page.name)}</p>${part.html}</div>`
        : part.html;
    });
    if (choice !== undefined) html.unshift(choiceTemplate({ ...this.#context(), ...choice, target: linkTo(choice) }));
    return { html: html.join('\n'), differs: parts.some((part) => part.differs) };
  }

  #schema({ schema: { page, enum: values }, fields, link }: PlannedSchema): Rendered {
    if (values) return { html: valuesBody({ ...values, isInside: true, ...this.#context() }), differs: false };
    const parts = fields.map((field) => {
      const { html, differs: isDifferent } = this.#field(field);
      return { html: field.fragment.origin + html, differs: isDifferent };
    });
    const reason = link === 'same' ? 'The same properties again' : 'More properties';
    const more = link && `<p class="quiet text">${reason}: ${this.#linkTo(page.path, page.name)}.</p>`;
    return {
      html: [...parts.map(({ html }) => html), ...(more ? [more] : [])].join('\n'),
      differs: parts.some((part) => part.differs),
    };
  }

  #field({ fragment: { html, differs: own }, anchor, nested: planned }: PlannedField): Rendered {
    const nested = planned && this.#rendered(planned);
    const isDifferent = own || nested?.differs === true;
    const isEnum = planned?.schemas.every(({ schema }) => schema.enum !== undefined) === true;
    const inside = nested
      ? `<details class="nested" open><summary>${isEnum ? 'Values' : 'Properties'}</summary><div class="nested-body">${nested.html}</div></details>`
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
    const shown = withOrigins(fields).map((field) => ({
      ...field,
      anchor: placeholder,
      label: shownName(field.anchor),
      sent: only === 'responses',
      hasNested: nestedSchemas(field.type, this.version.pages).length > 0,
    }));
    const bodies = fieldBodies({ ...root, fields: shown, separator }).split(separator);
    return [
      ...fields.map((field, at): Fragment => {
        // Values of a named enum are shown once, by the entry itself.
        const type = field.enum ? [] : field.type;
        const html = bodies[at] ?? '';
        const hasNested = nestedSchemas(type, this.version.pages).length > 0;
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

  #linkTo(link: string, text: string): string {
    return linkTemplate({ ...this.#context(), target: { text, link } }).trim();
  }

  #context() {
    return { linkContext: linkContextOf('operations/~', this.version), version: this.version.version };
  }
}

/** Marks the first of the properties that come from another schema, and the first of the own ones after these. */
export function withOrigins<F extends FieldEntry>(fields: readonly F[]): readonly (F & { readonly origin: boolean })[] {
  return fields.map((field, at) => ({ ...field, origin: field.from?.link !== fields[at - 1]?.from?.link }));
}

/** Returns the size of a property without its anchor. */
function sizeOf(html: string, hasNested: boolean): Pick<Fragment, 'elements' | 'bytes' | 'hasNested'> {
  const elements = (html.match(/<[a-z]/g)?.length ?? 0) + (hasNested ? 4 : 1);
  return { elements, bytes: html.length + 120, hasNested };
}

/** Escapes a text in an attribute. */
function attributeText(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

const linkTemplate = template('link');
const choiceTemplate = template('choice');
const originLine = template('origin');

function linkTo({ name, path }: SiteSchemaPage): LinkText {
  return { text: name, link: path };
}
