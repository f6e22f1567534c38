/** The shapes found so far: those the document names, and those named after their place. */
import { isObject, type Json, type JsonObject } from '../document/index.js';
import type { Notes, Shape, Type } from '../ir/index.js';
import { isNullable } from './schema.js';
import { segmentsOf, get } from '../document/index.js';
import type { LadingError } from '../diagnostics/index.js';

export type UngroupedShape = Omit<Shape, 'group'>;

export class Shapes {
  readonly #shapes = new Map<string, UngroupedShape>();
  readonly #nullable = new Map<string, boolean>();
  readonly #guarded = new Set<string>();

  /** @param named the schemas that the document names */
  constructor(private readonly named: JsonObject) {}

  has(name: string): boolean {
    return Object.hasOwn(this.named, name);
  }

  /**
   * Whether every use of a named shape may be `null`, because its definition says so. Follows the references of
   * definitions that are nothing else; what one of them answers, all before it do.
   */
  isNullable(name: string): boolean {
    const followed: string[] = [];
    let next: string | undefined = name;
    let answer = false;
    while (next !== undefined) {
      const cached = this.#nullable.get(next);
      // Whoever comes here again in the same search is in a circle, and nothing in it says null.
      this.#nullable.set(next, cached ?? false);
      followed.push(next);
      const definition: Json | undefined = get(this.named, next);
      answer = cached ?? (isObject(definition) && isNullable(definition));
      if (cached !== undefined || answer || !isObject(definition)) break;
      const target: Json | undefined = get(definition, '$ref');
      next = typeof target === 'string' ? segmentsOf(target.replace(/^#/, '')).at(-1) : undefined;
    }
    for (const one of followed) this.#nullable.set(one, answer);
    return answer;
  }

  define(name: string, type: Type, notes: Notes): void {
    const { nullable, ...bare } = type;
    this.#shapes.set(name, { name, named: true, type: nullable === undefined ? type : (bare as Type), ...notes });
  }

  /** Gives an inline shape a name nothing else has, and says which. */
  add(wanted: string, type: Type, notes: Notes): string {
    let name = wanted;
    for (let count = 2; !this.#isFree(name); count += 1) name = `${wanted}${count}`;
    this.#shapes.set(name, { name, named: false, type, ...notes });
    return name;
  }

  /** Runs `read`, unless it is reading the same place already. */
  guarded<T>(place: string, read: () => T, cycle: () => LadingError): T {
    if (this.#guarded.has(place)) throw cycle();
    this.#guarded.add(place);
    try {
      return read();
    } finally {
      this.#guarded.delete(place);
    }
  }

  all(): readonly UngroupedShape[] {
    return [...this.#shapes.values()];
  }

  #isFree(name: string): boolean {
    return !Object.hasOwn(this.named, name) && !this.#shapes.has(name);
  }
}
