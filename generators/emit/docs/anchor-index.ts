/** Where everything of a version stands in its pages. */
import type { Response, Api, ChangeSubject, Content, Notes, Operation, Parameter } from '../../ir/index.js';
import type { Link } from './page.js';
import { fileSegments, segment } from './segment.js';

/** An operation and a shape may have the same name. */
export type AnchorKind = 'operation' | 'schema' | 'states';

/** A place of the model, as changes name it, and where the pages tell of it. */
export interface Anchor {
  readonly page: string;
  /** Where on the page; a page as a whole has none. */
  readonly anchor?: string;
  /** What an anchor of something inside begins with. */
  readonly stem: string;
  /** The place it stands in. */
  readonly parent?: string;
  /** As it is called where only the other version has it: `200 Allowance` for a header of an answer. */
  readonly name: string;
  readonly in?: Parameter['in'];
  /** What is said of it. */
  readonly notes?: Notes;
}

export class AnchorIndex {
  readonly #places = new Map<string, Anchor>();
  #links: ReadonlySet<Link> | undefined;
  readonly #pages: ReadonlyMap<string, string>;
  readonly #groups: ReadonlyMap<string, string>;

  constructor(readonly api: Api) {
    this.#pages = fileSegments(api.schemas.map(({ name }) => name));
    this.#groups = fileSegments(api.groups.map(({ name }) => name));
    for (const schema of api.schemas) {
      const { name, type } = schema;
      this.#places.set(`schema ${name}`, { page: this.schema(name), stem: segment(name), name, notes: schema });
      if (type.kind !== 'record') continue;
      for (const field of type.fields) {
        const anchor = this.field(name, field.name);
        const spot = { page: this.schema(name), anchor, stem: anchor, parent: name, name: field.name, notes: field };
        this.#places.set(`schema ${name}${step(field.name)}`, spot);
      }
    }
    for (const operation of api.operations) this.#operation(operation);
    for (const { name } of api.stateSets) {
      const anchor = segment(name);
      this.#places.set(`states ${name}`, { page: 'states', anchor, stem: anchor, name });
    }
  }

  /** The page of a shape. */
  schema(name: string): string {
    return `schemas/${this.#pages.get(name) ?? segment(name)}`;
  }

  /** The page of a resource group, */
  group(name: string): string {
    return `groups/${this.groupName(name)}`;
  }

  /** and what the group is called in paths; the group of what all share has no page. */
  groupName(name: string): string {
    return this.#groups.get(name) ?? segment(name);
  }

  field(schema: string, name: string): string {
    return `${segment(schema)}.${segment(name)}`;
  }

  /** Whether a link leads to something that is described here. */
  holds(link: Link): boolean {
    this.#links ??= new Set([...this.#places.values()].map(linkTo));
    return this.#links.has(link);
  }

  /** Where a place of the model stands here. */
  at(realm: AnchorKind, place: string): Anchor | undefined {
    return this.#places.get(`${realm} ${place}`);
  }

  /** That, or the nearest around it: `Pet.Status.Reason` → `Task.Status` → `Task`. */
  near(realm: AnchorKind, place: string): Anchor {
    for (let rest = place; rest !== ''; rest = outer(rest)) {
      const spot = this.at(realm, rest);
      if (spot !== undefined) return spot;
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
        ...{ parent: id, in: within, notes: parameter },
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
            ...{ parent: at, notes: header },
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

/** @param around the anchor of the body or answer */
export function contentAnchor(around: string, mediaType: string): string {
  return `${around}.${segment(mediaType)}`;
}

export function headerAnchor(operation: Operation, response: Response, name: string): string {
  return `${responseAnchor(operation, response)}.header.${segment(name)}`;
}

/** Where things of this kind stand. */
export function realmOf(subject: ChangeSubject): AnchorKind {
  if (subject === 'schema' || subject === 'field') return 'schema';
  return subject === 'api' ? 'states' : 'operation';
}

/** How a change names a member: `.Tags`, or `[" Parents"]` where a dot would mislead. */
export function step(name: string): string {
  return /^[\p{L}\p{N}_$-]+$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** The place around a place; empty where there is none. */
function outer(place: string): string {
  const found = /(?:\[\]|\{\}|\.[\p{L}\p{N}_$-]+|\["(?:[^"\\]|\\.)*"\]| \S+)$/u.exec(place);
  return found === null ? '' : place.slice(0, found.index);
}
