/** The shapes found so far: those the document names, and those named after their place. */
import { isObject, type Json, type JsonObject } from '../document/index.js';
import type { Notes, Shape, Type } from '../ir/index.js';
import { isNullable } from './schema.js';
import { segmentsOf, get } from '../document/index.js';
import type { LadingError } from '../problem/index.js';

export type UngroupedShape = Omit<Shape, 'group'>;

export class Shapes {
  readonly #shapes = new Map<string, UngroupedShape>();
  readonly #reading = new Set<string>();

  /** @param named the schemas that the document names */
  constructor(private readonly named: JsonObject) {}

  has(name: string): boolean {
    return Object.hasOwn(this.named, name);
  }

  /** Whether every use of a named shape may be `null`, because its definition says so. */
  isNullable(name: string, seen: ReadonlySet<string> = new Set()): boolean {
    const definition = get(this.named, name);
    if (!isObject(definition) || seen.has(name)) return false;
    if (isNullable(definition)) return true;
    const target: Json | undefined = get(definition, '$ref');
    const next = typeof target === 'string' ? segmentsOf(target.replace(/^#/, '')).at(-1) : undefined;
    return next !== undefined && this.isNullable(next, new Set([...seen, name]));
  }

  define(name: string, type: Type, notes: Notes): void {
    const { nullable: _nullable, ...bare } = type;
    this.#shapes.set(name, { name, named: true, type: bare as Type, ...notes });
  }

  /** Gives an inline shape a name nothing else has, and says which. */
  add(wanted: string, type: Type, notes: Notes): string {
    let name = wanted;
    for (let count = 2; this.has(name) || this.#shapes.has(name); count += 1) name = `${wanted}${count}`;
    this.#shapes.set(name, { name, named: false, type, ...notes });
    return name;
  }

  /** Runs `read`, unless it is reading the same place already. */
  guarded<T>(place: string, read: () => T, cycle: () => LadingError): T {
    if (this.#reading.has(place)) throw cycle();
    this.#reading.add(place);
    try {
      return read();
    } finally {
      this.#reading.delete(place);
    }
  }

  all(): readonly UngroupedShape[] {
    return [...this.#shapes.values()];
  }
}
