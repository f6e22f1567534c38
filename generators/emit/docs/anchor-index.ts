/** The anchors of all operations, schemas and states of a version in its pages. */
import type { Api, ChangeSubject, Content, Notes, Operation, Parameter, Response } from '../../emitter/index.js';
import type { Link } from './page.js';
import { pageGroups, type PageGroup } from './page-groups.js';
import { fileSegments, segment } from './segment.js';

/** The kinds of named things, since an operation and a schema may have the same name. */
export type AnchorKind = 'operation' | 'schema' | 'states';

/** Where the pages describe an element of the model. */
export interface Anchor {
  readonly page: string;
  /** The HTML id on the page; absent for the page as a whole. */
  readonly anchor?: string;
  /** The prefix of the anchors of elements inside it. */
  readonly stem: string;
  /** The place of the element that contains it. */
  readonly parent?: string;
  /** The name to show if only the other version has it: `200 Allowance` for a header of a response. */
  readonly name: string;
  readonly in?: Parameter['in'];
  /** Its descriptions, rules and versions. */
  readonly notes?: Notes;
}

export class AnchorIndex {
  readonly #places = new Map<string, Anchor>();
  #links: ReadonlySet<Link> | undefined;
  readonly #pages: ReadonlyMap<string, string>;
  readonly #groups: ReadonlyMap<string, string>;
  readonly #groupPages: ReadonlyMap<string, string>;
  /** The groups with a page, in the order of the pages. */
  readonly groups: readonly PageGroup[];

  constructor(readonly api: Api) {
    this.groups = pageGroups(api);
    this.#pages = fileSegments(api.schemas.map(({ name }) => name));
    this.#groups = fileSegments(api.groups.map(({ name }) => name));
    const files = fileSegments(this.groups.map(({ page }) => page));
    this.#groupPages = new Map(this.groups.map(({ name, page }) => [name, files.get(page) ?? segment(page)]));
    for (const schema of api.schemas) {
      const { name, type } = schema;
      this.#places.set(`schema ${name}`, { page: this.schema(name), stem: segment(name), name, notes: schema });
      if (type.kind !== 'record') continue;
      for (const field of type.fields) {
        const id = this.field(name, field.name);
        const anchor = { page: this.schema(name), anchor: id, stem: id, parent: name, name: field.name, notes: field };
        this.#places.set(`schema ${name}${step(field.name)}`, anchor);
      }
    }
    for (const operation of api.operations) this.#operation(operation);
    for (const { name } of api.stateSets) {
      const anchor = segment(name);
      this.#places.set(`states ${name}`, { page: 'states', anchor, stem: anchor, name });
    }
  }

  /** Returns the page of a schema. */
  schema(name: string): string {
    return `schemas/${this.#pages.get(name) ?? segment(name)}`;
  }

  /** Returns the page of a resource group. */
  group(name: string): string {
    return `groups/${this.#groupPages.get(name) ?? segment(name)}`;
  }

  /** Returns the name of a group in paths. The group of shared schemas has a name, but no page. */
  groupName(name: string): string {
    return this.#groups.get(name) ?? segment(name);
  }

  field(schema: string, name: string): string {
    return `${segment(schema)}.${segment(name)}`;
  }

  /** Tells whether the pages contain the target of a link. */
  holds(link: Link): boolean {
    this.#links ??= new Set([...this.#places.values()].map(linkTo));
    return this.#links.has(link);
  }

  /** Returns the anchor of a place of the model. */
  at(kind: AnchorKind, place: string): Anchor | undefined {
    return this.#places.get(`${kind} ${place}`);
  }

  /**
   * Returns the anchor of a place, or of the nearest one that contains it: `Pet.Status.Reason` → `Pet.Status` → `Pet`.
   */
  near(kind: AnchorKind, place: string): Anchor {
    for (let rest = place; rest !== ''; rest = outer(rest)) {
      const anchor = this.at(kind, rest);
      if (anchor !== undefined) return anchor;
    }
    return { page: 'index', stem: '', name: place };
  }

  operation({ id, group }: Operation): Link {
    return `${this.group(group)}#${segment(id)}`;
  }

  #operation(operation: Operation): void {
    const { id, parameters, responses } = operation;
    const page = this.group(operation.group);
    const put = (place: string, anchor: string, name: string, more: Pick<Anchor, 'parent' | 'in' | 'notes'>) =>
      this.#places.set(`operation ${place}`, { page, anchor, stem: anchor, name, ...more });
    const putContent = (parent: string, around: string, contents: readonly Content[], status = '') => {
      for (const content of contents) {
        const { mediaType } = content;
        const name = `${status} ${mediaType}`.trim();
        put(`${parent} ${mediaType}`, contentAnchor(around, mediaType), name, { parent, notes: content });
      }
    };
    put(id, segment(id), id, { notes: operation });
    put(`${id} body`, bodyAnchor(operation), 'body', { parent: id });
    putContent(`${id} body`, bodyAnchor(operation), operation.body?.content ?? []);
    for (const parameter of parameters) {
      const { in: within, name } = parameter;
      put(`${id} ${within} ${name}`, parameterAnchor(operation, parameter), name, {
        parent: id,
        in: within,
        notes: parameter,
      });
    }
    for (const response of responses) {
      const at = `${id} ${response.status}`;
      put(at, responseAnchor(operation, response), response.status, { parent: id, notes: response });
      for (const header of response.headers)
        put(
          `${at} header ${header.name}`,
          headerAnchor(operation, response, header.name),
          `${response.status} ${header.name}`,
          {
            parent: at,
            notes: header,
          },
        );
      putContent(at, responseAnchor(operation, response), response.content, response.status);
    }
  }
}

export function linkTo({ page, anchor }: Pick<Anchor, 'page' | 'anchor'>): Link {
  return anchor === undefined ? page : `${page}#${anchor}`;
}

export function bodyAnchor({ id }: Operation): string {
  return `${segment(id)}.body`;
}

export function parameterAnchor({ id }: Operation, { in: place, name }: Parameter): string {
  return `${segment(id)}.${place}.${segment(name)}`;
}

export function responseAnchor({ id }: Operation, { status }: Response): string {
  return `${segment(id)}.${segment(status)}`;
}

/** Returns the anchor of a media type. @param around the anchor of the body or response */
export function contentAnchor(around: string, mediaType: string): string {
  return `${around}.${segment(mediaType)}`;
}

export function headerAnchor(operation: Operation, response: Response, name: string): string {
  return `${responseAnchor(operation, response)}.header.${segment(name)}`;
}

/** Returns the kind of the element that a change is about. */
export function anchorKindOf(subject: ChangeSubject): AnchorKind {
  if (subject === 'schema' || subject === 'field') return 'schema';
  return subject === 'api' ? 'states' : 'operation';
}

/** Returns a property as places of changes spell it: `.Tags`, or `[" Parents"]` if a dot would be ambiguous. */
export function step(name: string): string {
  return /^[\p{L}\p{N}_$-]+$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Returns the place that contains a place; empty if there is none. */
function outer(place: string): string {
  const found = /(?:\[\]|\{\}|\.[\p{L}\p{N}_$-]+|\["(?:[^"\\]|\\.)*"\]| \S+)$/u.exec(place);
  return found === null ? '' : place.slice(0, found.index);
}
