/** A document as normalize reads it: places followed, wrong kinds of values refused with their place. */
import {
  at,
  get,
  isArray,
  isObject,
  pointerOf,
  segmentsOf,
  type Document,
  type Json,
  type JsonObject,
} from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';

/** Maps that may hold extensions beside their entries; in all others a name may start with `x-`. */
const extendable = new Set(['paths', 'responses']);

/** A value and where it stands. */
export interface Node {
  readonly value: JsonObject;
  readonly path: readonly string[];
}

export class Source {
  readonly swagger: boolean;
  /** Where references lead that were followed before. */
  readonly #ends = new Map<string, Node>();
  /** The segments that lead to the named shapes. */
  readonly schemasAt: readonly string[];

  constructor(readonly document: Document) {
    this.swagger = document.dialect === 'swagger-2.0';
    this.schemasAt = this.swagger ? ['definitions'] : ['components', 'schemas'];
  }

  get root(): Node {
    return { value: this.document.root, path: [] };
  }

  /** `v1.44.yaml#/paths/~1info` */
  place(path: readonly string[]): string {
    return `${this.document.name}#${pointerOf(path)}`;
  }

  /** The objects below `key`, in the order of the document. An entry that is no object is an error. */
  entries(node: Node, key: string): readonly (readonly [string, Node])[] {
    const value = get(node.value, key);
    if (value === undefined || value === null) return [];
    const path = [...node.path, key];
    if (isArray(value))
      return value.map((entry, index) => [String(index), this.node(entry, [...path, String(index)])] as const);
    if (!isObject(value)) throw this.wrong(path, 'an object');
    return Object.entries(value)
      .filter(([name]) => !(name.startsWith('x-') && extendable.has(key)))
      .map(([name, entry]) => [name, this.node(entry, [...path, name])] as const);
  }

  /** The object at `key`, if there is one. */
  child(node: Node, key: string): Node | undefined {
    const value = get(node.value, key);
    return value === undefined ? undefined : this.node(value, [...node.path, key]);
  }

  /** The text at `key`, if there is one. */
  text(node: Node, key: string): string | undefined {
    const value = get(node.value, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'object') throw this.wrong([...node.path, key], 'text');
    return String(value);
  }

  /** The texts at `key`; none where it is absent. */
  texts(node: Node, key: string): readonly string[] {
    const value = get(node.value, key);
    if (value === undefined || value === null) return [];
    if (!isArray(value)) throw this.wrong([...node.path, key], 'a list');
    return value.map((entry, index) => {
      if (typeof entry === 'object') throw this.wrong([...node.path, key, String(index)], 'text');
      return String(entry);
    });
  }

  number(node: Node, key: string): number | undefined {
    const value = get(node.value, key);
    return typeof value === 'number' ? value : undefined;
  }

  node(value: Json | undefined, path: readonly string[]): Node {
    // JSON Schema's short word for "anything".
    if (value === true && this.document.dialect === 'openapi-3.1') return { value: {}, path };
    if (!isObject(value)) throw this.wrong(path, 'an object');
    return { value, path };
  }

  /** What a `$ref` of the node leads to, followed to its end; the node itself when it has none. */
  follow(node: Node): Node {
    const seen = new Set<string>();
    let current = node;
    for (;;) {
      const reference = get(current.value, '$ref');
      if (typeof reference !== 'string') break;
      if (seen.has(reference)) throw this.cycle(node.path, reference);
      seen.add(reference);
      const end = this.#ends.get(reference);
      if (end !== undefined) {
        current = end;
        break;
      }
      const path = segmentsOf(reference.replace(/^#/, ''));
      const target = at(this.document.root, path);
      if (!reference.startsWith('#') || target === undefined) throw this.missing(current.path, reference);
      current = this.node(target, path);
    }
    // Every reference on the way leads there too: a long chain is walked once.
    for (const reference of seen) this.#ends.set(reference, current);
    return current;
  }

  /** The name of the shape that a `$ref` names, when it names one. */
  schemaName(reference: string): string | undefined {
    const segments = segmentsOf(reference.replace(/^#/, ''));
    const last = segments.at(-1);
    if (segments.length !== this.schemasAt.length + 1 || last === undefined) return undefined;
    return this.schemasAt.every((segment, index) => segments[index] === segment) ? last : undefined;
  }

  wrong(path: readonly string[], expected: string): LadingError {
    return new LadingError({
      code: 'DOCUMENT_STRUCTURE',
      subject: `Here must stand ${expected}`,
      place: this.place(path),
      remedy: 'Correct the document at that place',
    });
  }

  missing(path: readonly string[], reference: string): LadingError {
    return new LadingError({
      code: 'REFERENCE_MISSING',
      subject: `"${reference}" leads nowhere`,
      place: this.place(path),
      remedy: 'Correct the reference or add what it names',
    });
  }

  cycle(
    path: readonly string[],
    reference: string,
    remedy = 'Break the circle, or name the shape as a component',
  ): LadingError {
    return new LadingError({
      code: 'REFERENCE_CYCLE',
      subject: `"${reference}" leads back to itself`,
      place: this.place(path),
      remedy,
    });
  }
}
