/** Renders what a body contains: properties inside properties, each of which can be opened and has an anchor. */
import type { LinkText, TypeText } from '../gen/page.js';
import { choiceOf, nestedSchemas, type NestedSchema } from '../site/nested-schemas.js';
import type { SiteSchemaPage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';
import { attributeText, escapeText } from './escape-text.js';
import { elementsIn, nestedContext, placeholder, schemaContent, type Fragment } from './schema-content.js';
import { template } from './templates.js';

/** What was rendered, and whether something in it differs between versions. */
export interface Rendered {
  readonly html: string;
  readonly differs: boolean;
}

/** Anchors that stand in HTML unescaped. Others, which no generator writes, have no nested properties. */
const safeAnchor = /^[\w.~-]+$/;
const deepest = 12;
/** How much of a page its nested properties may take. */
const maxElements = 2450;
/** What is left for them where samples and parameters are long. */
const minElements = 500;
const maxBytes = 180_000;
/** How much the limits and rules of schemas may take, besides the properties. */
const maxHeadElements = 250;
const maxHeadBytes = 20_000;
/** Those of the sentence about alternatives. */
const choiceElements = 6;

const valuesBody = template('values');

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
  readonly isChoice: boolean;
  readonly schemas: PlannedSchema[];
}

interface PlannedSchema {
  readonly schema: NestedSchema;
  readonly fields: PlannedField[];
  /** What holds for the whole schema: its limits and rules. */
  readonly head?: string;
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
  #headElements = maxHeadElements;
  #headBytes = maxHeadBytes;

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
  #plan(at: Open, open: Open[]): void {
    const { type, prefix, set } = at;
    const schemas = nestedSchemas(type, this.version.pages);
    if (schemas.length === 0 || !safeAnchor.test(prefix)) return;
    const choice = choiceOf(type, this.version.pages);
    if (choice !== undefined) this.#elements -= choiceElements + choice.type.length;
    const isChoice = schemas.length > 1 || choice?.schema === 'union';
    set({ choice, isChoice, schemas: schemas.map((schema) => this.#planSchema(schema, isChoice, at, open)) });
  }

  #planSchema(schema: NestedSchema, isOption: boolean, { prefix, above }: Open, open: Open[]): PlannedSchema {
    const { path } = schema.page;
    const fields: PlannedField[] = [];
    if (schema.enum) return { schema, fields };
    if (above.includes(path)) return { schema, fields, link: 'same' };
    const { about, head: own, fragments } = schemaContent(path, this.version);
    // The anchor of a property stands in its HTML four times.
    const bytesOf = ({ bytes: own, tail }: Fragment) => own + 4 * (prefix.length + 1 + tail.length);
    const elements = fragments.reduce((sum, fragment) => sum + fragment.elements, 0);
    const bytes = fragments.reduce((sum, fragment) => sum + bytesOf(fragment), 0);
    const fits = elements <= this.#elements && bytes <= this.#bytes;
    // At the top, some properties are better than none.
    if (above.length >= deepest || (!fits && above.length > 0)) return { schema, fields, link: 'more' };
    const head = this.#headOf(isOption ? about + own : own);
    for (const fragment of fragments) {
      const size = bytesOf(fragment);
      if (fragment.elements > this.#elements || size > this.#bytes) return { schema, fields, head, link: 'more' };
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
    return { schema, fields, head };
  }

  /** Returns what holds for a whole schema, or '' if there is no room for them. */
  #headOf(html: string): string {
    const elements = elementsIn(html);
    if (elements > this.#headElements || html.length > this.#headBytes) return '';
    this.#headElements -= elements;
    this.#headBytes -= html.length;
    return html;
  }

  #rendered({ choice, isChoice, schemas }: Planned): Rendered {
    const parts = schemas.map((planned) => this.#schema(planned));
    const html = parts.map((part, at) => {
      const page = schemas[at]?.schema.page;
      if (!isChoice || page === undefined) return part.html;
      const { values, sentence } = statedBy(page, choice);
      return `<div class="option" data-option="${attributeText(page.name)}"${values}><p class="option-name">${this.#linkTo(page.path, page.name)}${sentence}</p>${part.html}</div>`;
    });
    if (choice !== undefined)
      html.unshift(choiceTemplate({ ...nestedContext(this.version), ...choice, target: linkTo(choice) }));
    return { html: html.join('\n'), differs: parts.some((part) => part.differs) };
  }

  #schema({ schema: { page, enum: values }, fields, head, link }: PlannedSchema): Rendered {
    if (values)
      return { html: valuesBody({ ...values, isInside: true, ...nestedContext(this.version) }), differs: false };
    const parts = fields.map((field) => {
      const { html, differs: isDifferent } = this.#field(field);
      return { html: field.fragment.origin + html, differs: isDifferent };
    });
    const reason = link === 'same' ? 'The same properties again' : 'More properties';
    const more = link && `<p class="quiet text">${reason}: ${this.#linkTo(page.path, page.name)}.</p>`;
    return {
      html: [...(head ? [head] : []), ...parts.map(({ html }) => html), ...(more ? [more] : [])].join('\n'),
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

  #linkTo(link: string, text: string): string {
    return linkTemplate({ ...nestedContext(this.version), target: { text, link } }).trim();
  }
}

/** Returns the values of the discriminator of a choice that state an option: for the title of its tab, and in words. */
function statedBy({ path }: SiteSchemaPage, choice: SiteSchemaPage | undefined) {
  const { property = '', values = [] } = choice?.discriminator ?? {};
  const own = values.filter(({ link }) => link === path).map(({ value }) => value);
  if (own.length === 0) return { values: '', sentence: '' };
  const codes = own.map((value) => `<code>${escapeText(value)}</code>`);
  return {
    values: ` data-values="${attributeText(own.join(', '))}"`,
    sentence: `, if <code>${escapeText(property)}</code> is ${codes.join(' or ')}`,
  };
}

const linkTemplate = template('link');
const choiceTemplate = template('choice');

function linkTo({ name, path }: SiteSchemaPage): LinkText {
  return { text: name, link: path };
}
