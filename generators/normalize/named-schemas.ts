/** The schemas found so far: those that the document names, and inline ones that are named after their place. */
import { isObject, type Json, type JsonObject } from '../document/index.js';
import type { Notes, Schema, Type } from '../ir/index.js';
import { isNullable } from './type-reader.js';
import { segmentsOf, get } from '../document/index.js';
import type { LadingError } from '../diagnostics/index.js';

/** A schema before its assignment to a group. */
export type UngroupedSchema = Omit<Schema, 'group'>;

export class NamedSchemas {
  readonly #schemas = new Map<string, UngroupedSchema>();
  readonly #nullable = new Map<string, boolean>();
  readonly #guarded = new Set<string>();

  /** @param named the schemas that the document names */
  constructor(private readonly named: JsonObject) {}

  has(name: string): boolean {
    return Object.hasOwn(this.named, name);
  }

  /**
   * Whether every use of a named schema may be `null`, because its definition is nullable. A definition that is only a
   * reference is nullable if its target is.
   */
  isNullable(name: string): boolean {
    const followed: string[] = [];
    let next: string | undefined = name;
    let nullable = false;
    while (next !== undefined) {
      const cached = this.#nullable.get(next);
      // A name that is reached again in the same search is part of a cycle, and nothing in the cycle is nullable.
      this.#nullable.set(next, cached ?? false);
      followed.push(next);
      const definition: Json | undefined = get(this.named, next);
      nullable = cached ?? (isObject(definition) && isNullable(definition));
      if (cached !== undefined || nullable || !isObject(definition)) break;
      const target: Json | undefined = get(definition, '$ref');
      next = typeof target === 'string' ? segmentsOf(target.replace(/^#/, '')).at(-1) : undefined;
    }
    for (const one of followed) this.#nullable.set(one, nullable);
    return nullable;
  }

  define(name: string, type: Type, notes: Notes): void {
    const { nullable, ...bare } = type;
    this.#schemas.set(name, { name, named: true, type: nullable === undefined ? type : (bare as Type), ...notes });
  }

  /** Adds an inline schema under a unique name. @returns the name */
  add(wanted: string, type: Type, notes: Notes): string {
    let name = wanted;
    for (let count = 2; !this.#isFree(name); count += 1) name = `${wanted}${count}`;
    this.#schemas.set(name, { name, named: false, type, ...notes });
    return name;
  }

  /** Runs `read`; throws `cycle` if it is already reading the same place. */
  guarded<T>(place: string, read: () => T, cycle: () => LadingError): T {
    if (this.#guarded.has(place)) throw cycle();
    this.#guarded.add(place);
    try {
      return read();
    } finally {
      this.#guarded.delete(place);
    }
  }

  /** Returns the type of a schema that has been read. */
  typeOf(name: string): Type | undefined {
    return this.#schemas.get(name)?.type;
  }

  all(): readonly UngroupedSchema[] {
    return [...this.#schemas.values()];
  }

  #isFree(name: string): boolean {
    return !Object.hasOwn(this.named, name) && !this.#schemas.has(name);
  }
}
