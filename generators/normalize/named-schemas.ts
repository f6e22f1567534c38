/** The schemas found so far: those that the document names, and inline ones that are named after their place. */
import { get, isObject, type Json, type JsonObject } from '../document/index.js';
import { hasConditions, type Notes, type Schema, type Type } from '../ir/index.js';
import { withoutNull } from './intersect.js';
import { allowsNull } from './nullable.js';
import type { Source } from './source.js';

/** A schema before its assignment to a group. */
export type UngroupedSchema = Omit<Schema, 'group'>;

/** How many definitions are followed by recursion. Each of them may be nested as deep as a document. */
const maxDepth = 4;

/** What has to be known first: definitions form chains of any length, and are then followed one after the other. */
class Unknown {
  constructor(readonly name: string) {}
}

export class NamedSchemas {
  readonly #schemas = new Map<string, UngroupedSchema>();
  readonly #nullable = new Map<string, boolean>();
  /** The schemas whose definitions are being followed. */
  readonly #around = new Set<string>();
  #depth = 0;
  readonly #reserved = new Set<string>();
  /** The last number that was appended to each wanted name, since thousands of inline schemas may want the same one. */
  readonly #counts = new Map<string, number>();

  /** @param named the schemas that the document names */
  constructor(
    private readonly named: JsonObject,
    private readonly source: Source,
  ) {}

  has(name: string): boolean {
    return Object.hasOwn(this.named, name);
  }

  /** Whether every use of a named schema may be `null`, because its definition allows it. */
  isNullable(name: string): boolean {
    const cached = this.#nullable.get(name);
    if (cached !== undefined) return cached;
    if (this.#depth >= maxDepth) throw new Unknown(name);
    if (this.#depth > 0) return this.#isNullable(name);
    const open: { readonly name: string; readonly around: readonly string[] }[] = [{ name, around: [] }];
    for (;;) {
      const top = open.at(-1)?.name ?? name;
      try {
        const nullable = this.#isNullable(top);
        for (const each of open.pop()?.around ?? []) this.#nullable.delete(each);
        if (open.length === 0) return nullable;
      } catch (error) {
        if (!(error instanceof Unknown)) throw error;
        // The names around it stay marked as those of a possible cycle until it is known.
        open.push({ name: error.name, around: [...this.#around] });
        this.#around.clear();
        this.#depth = 0;
      }
    }
  }

  #isNullable(name: string): boolean {
    this.#depth += 1;
    const followed: string[] = [];
    let next: string | undefined = name;
    let nullable = false;
    // A definition that is only a reference is nullable if its target is; the chain may be longer than the stack.
    while (next !== undefined) {
      const cached = this.#nullable.get(next);
      // A name that is reached again in the same search is part of a cycle, and nothing in the cycle is nullable.
      if (cached === undefined) this.#around.add(next);
      this.#nullable.set(next, cached ?? false);
      followed.push(next);
      if (cached !== undefined) {
        nullable = cached;
        break;
      }
      const definition: Json | undefined = get(this.named, next);
      const target: Json | undefined = isObject(definition) ? get(definition, '$ref') : undefined;
      const isReference = typeof target === 'string' && isObject(definition) && Object.keys(definition).length === 1;
      next = isReference ? this.source.schemaName(target) : undefined;
      if (next === undefined && isObject(definition))
        nullable = allowsNull(this.source, { value: definition, path: [...this.source.schemasAt, name] }, this);
    }
    for (const one of followed) {
      this.#nullable.set(one, nullable);
      this.#around.delete(one);
    }
    this.#depth -= 1;
    return nullable;
  }

  define(name: string, type: Type, notes: Notes): void {
    // Every use of the schema is nullable. A schema of nothing but null has no other type, and conditions apply to null.
    const isKept = type.nullable === undefined || type.kind === 'never' || hasConditions(type);
    this.#schemas.set(name, { name, named: true, type: isKept ? type : withoutNull(type), ...notes });
  }

  /** Adds an inline schema under a unique name. @returns the name */
  add(wanted: string, type: Type, notes: Notes): string {
    const name = this.reserve(wanted);
    this.fill(name, type, notes);
    return name;
  }

  /** Reserves a unique name for an inline schema that refers to itself. @returns the name */
  reserve(wanted: string): string {
    let count = this.#counts.get(wanted) ?? 1;
    let name = count === 1 ? wanted : `${wanted}${count}`;
    while (!this.#isFree(name)) name = `${wanted}${(count += 1)}`;
    this.#counts.set(wanted, count);
    this.#reserved.add(name);
    return name;
  }

  /** Adds the inline schema of a reserved name. */
  fill(name: string, type: Type, notes: Notes): void {
    this.#schemas.set(name, { name, named: false, type, ...notes });
  }

  get(name: string): UngroupedSchema | undefined {
    return this.#schemas.get(name);
  }

  /** Replaces a schema, which keeps its position, or adds the schema of a reserved name. */
  replace(schema: UngroupedSchema): void {
    this.#schemas.set(schema.name, schema);
  }

  /** Returns the type of a schema that has been read. */
  typeOf(name: string): Type | undefined {
    return this.#schemas.get(name)?.type;
  }

  all(): readonly UngroupedSchema[] {
    return [...this.#schemas.values()];
  }

  #isFree(name: string): boolean {
    return !Object.hasOwn(this.named, name) && !this.#reserved.has(name);
  }
}
