/** Access to a document: follows references, and rejects values of the wrong kind with their place. */
import {
  at,
  get,
  isArray,
  isObject,
  objectOf,
  pointerOf,
  schemaKeys,
  schemaMaps,
  segmentsOf,
  type Document,
  type Json,
  type JsonObject,
} from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';

/** Objects that may contain extensions beside their entries; in any other, a name may start with `x-`. */
const extendable = new Set(['paths', 'webhooks', 'callbacks', 'responses', 'scopes']);

/** A value and its place. */
export interface Node {
  readonly value: JsonObject;
  readonly path: readonly string[];
}

export class Source {
  readonly swagger: boolean;
  /** The targets of the references that were resolved before. */
  readonly #targets = new Map<string, Node>();
  /** The paths of the schemas with an `$anchor` or `$id`, by reference; read when the first one is needed. */
  #identified: ReadonlyMap<string, readonly string[]> | undefined;
  /** The path of the named schemas. */
  readonly schemasAt: readonly string[];
  #dependsOnEvaluated: boolean | undefined;

  constructor(readonly document: Document) {
    this.swagger = document.dialect === 'swagger-2.0';
    this.schemasAt = this.swagger ? ['definitions'] : ['components', 'schemas'];
  }

  /** Whether keywords beside a reference have a meaning, and schemas may be booleans: since OpenAPI 3.1. */
  get readsSiblings(): boolean {
    return !['swagger-2.0', 'openapi-3.0'].includes(this.document.dialect);
  }

  /** Whether a schema says what holds of properties or items that no other part describes. */
  get dependsOnEvaluated(): boolean {
    this.#dependsOnEvaluated ??=
      this.readsSiblings && /"unevaluated(Properties|Items)":(?!true)/.test(JSON.stringify(this.document.root));
    return this.#dependsOnEvaluated;
  }

  get root(): Node {
    return { value: this.document.root, path: [] };
  }

  /** `v1.44.yaml#/paths/~1info` */
  place(path: readonly string[]): string {
    return `${this.document.name}#${pointerOf(path)}`;
  }

  /** Returns the objects below `key`, in the order of the document. Any other entry is an error. */
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

  /** Returns the object at `key`, if there is one. */
  child(node: Node, key: string): Node | undefined {
    const value = get(node.value, key);
    return value === undefined ? undefined : this.node(value, [...node.path, key]);
  }

  /** Returns the scalar at `key` as a string, if there is one. */
  text(node: Node, key: string): string | undefined {
    const value = get(node.value, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'object') throw this.wrong([...node.path, key], 'a string');
    return String(value);
  }

  /** Returns the strings at `key`; none if it is absent. */
  texts(node: Node, key: string): readonly string[] {
    const value = get(node.value, key);
    if (value === undefined || value === null) return [];
    if (!isArray(value)) throw this.wrong([...node.path, key], 'an array');
    return value.map((entry, index) => {
      if (typeof entry === 'object') throw this.wrong([...node.path, key, String(index)], 'a string');
      return String(entry);
    });
  }

  number(node: Node, key: string): number | undefined {
    const value = get(node.value, key);
    return typeof value === 'number' ? value : undefined;
  }

  node(value: Json | undefined, path: readonly string[]): Node {
    // In JSON Schema, `true` is a schema without constraints, and no value matches `false`.
    if (typeof value === 'boolean' && this.readsSiblings && isSchemaPlace(path))
      return { value: value ? {} : { not: {} }, path };
    if (!isObject(value)) throw this.wrong(path, 'an object');
    return { value, path };
  }

  /** Returns the final target of a `$ref` of the node, or the node itself if it has none. */
  follow(node: Node): Node {
    const seen = new Set<string>();
    let current = node;
    for (;;) {
      const reference = get(current.value, '$ref');
      if (typeof reference !== 'string') break;
      if (seen.has(reference)) throw this.cycle(node.path, reference);
      seen.add(reference);
      const end = this.#targets.get(reference);
      if (end !== undefined) {
        current = end;
        break;
      }
      const path = this.#pathOf(reference);
      const target = path && at(this.document.root, path);
      if (path === undefined || target === undefined) throw this.missing(current.path, reference);
      current = this.node(target, path);
    }
    // Every reference of the chain has the same target, so that a long chain is followed once.
    for (const reference of seen) this.#targets.set(reference, current);
    if (seen.size === 0 || !this.readsSiblings || isSchemaPlace(node.path)) return current;
    // The words beside a reference replace those of its target.
    const words = Object.entries(node.value).filter(([key]) => key === 'summary' || key === 'description');
    return words.length === 0 ? current : { ...current, value: { ...current.value, ...objectOf(words) } };
  }

  /** Returns the name of the schema that a `$ref` names, if it names one. */
  schemaName(reference: string): string | undefined {
    const segments = this.#pathOf(reference) ?? segmentsOf(reference.replace(/^#/, ''));
    const last = segments.at(-1);
    if (segments.length !== this.schemasAt.length + 1 || last === undefined) return undefined;
    return this.schemasAt.every((segment, index) => segments[index] === segment) ? last : undefined;
  }

  /** Returns the path of the target of a reference: a pointer, or the `$anchor` or `$id` of a schema. */
  #pathOf(reference: string): readonly string[] | undefined {
    if (reference === '#' || reference.startsWith('#/')) return segmentsOf(reference.slice(1));
    this.#identified ??= identifiedPlaces(this.document.root);
    return this.#identified.get(reference);
  }

  wrong(path: readonly string[], expected: string): LadingError {
    return new LadingError({
      code: 'DOCUMENT_STRUCTURE',
      subject: `Expected ${expected}`,
      place: this.place(path),
      remedy: 'Correct the document at this place',
    });
  }

  missing(path: readonly string[], reference: string): LadingError {
    return new LadingError({
      code: 'REFERENCE_MISSING',
      subject: `"${reference}" cannot be resolved`,
      place: this.place(path),
      remedy: 'Correct the reference, or add its target',
    });
  }

  cycle(path: readonly string[], reference: string): LadingError {
    return new LadingError({
      code: 'REFERENCE_CYCLE',
      subject: `"${reference}" is part of a reference cycle`,
      place: this.place(path),
      remedy: 'Break the cycle, or refer to the schema from a property',
    });
  }
}

function isSchemaPlace(path: readonly string[]): boolean {
  const [key = '', owner = ''] = [path.at(-1), path.at(-2)];
  return schemaKeys.has(key) || schemaKeys.has(owner) || schemaMaps.has(owner);
}

/** Returns the path of each such schema by the reference to it: `#anchor`, or the value of `$id`. */
function identifiedPlaces(root: Json): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, readonly string[]>();
  const add = (reference: string, path: readonly string[]) => {
    if (!places.has(reference)) places.set(reference, path);
  };
  // The array grows during the iteration, because documents may be nested to any depth.
  const nodes: { readonly value: Json; readonly path: readonly string[] }[] = [{ value: root, path: [] }];
  for (const { value, path } of nodes) {
    if (!isObject(value) && !isArray(value)) continue;
    if (isObject(value)) {
      const id = get(value, '$id');
      for (const anchor of [get(value, '$anchor'), get(value, '$dynamicAnchor')])
        if (typeof anchor === 'string') add(`#${anchor}`, path);
      if (typeof id === 'string') add(id, path);
    }
    for (const [key, child] of Object.entries(value)) nodes.push({ value: child, path: [...path, key] });
  }
  return places;
}
