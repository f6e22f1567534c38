/** The shapes found so far: those the document names, and those named after their place. */
import { isObject, type Json, type JsonObject } from '../document/index.js';
import type { Notes, Shape, Type } from '../ir/index.js';
import { isNullable } from './schema.js';
import { segmentsOf, get } from '../document/index.js';
import { memo } from '../memo/index.js';
import type { LadingError } from '../problem/index.js';

export type UngroupedShape = Omit<Shape, 'group'>;

/** What came of reading a schema, and all that reading it asked and said beside. */
interface Reading {
  readonly type: Type;
  /** For each name that was asked for, whether it may be null; undefined where it names no shape. */
  readonly asked: ReadonlyMap<string, boolean | undefined>;
  readonly added: readonly UngroupedShape[];
}

/** The last reading of a schema, by how it was read. Two versions that share a schema share its reading. */
const readings = memo((_schema: JsonObject) => new Map<string, Reading>());

export class Shapes {
  readonly #shapes = new Map<string, UngroupedShape>();
  readonly #nullable = new Map<string, boolean>();
  readonly #guarded = new Set<string>();
  readonly #replayed = new Set<Reading>();
  /** What the reading that is going on has asked and added; none where that would not tell all. */
  #going: { asked: Map<string, boolean | undefined>; added: UngroupedShape[] } | undefined;
  #isReading = false;

  /** @param named the schemas that the document names */
  constructor(private readonly named: JsonObject) {}

  has(name: string): boolean {
    this.#going?.asked.set(name, this.#answer(name));
    return Object.hasOwn(this.named, name);
  }

  /** Whether every use of a named shape may be `null`, because its definition says so. */
  isNullable(name: string): boolean {
    this.#going?.asked.set(name, this.#answer(name));
    return this.#isNullable(name);
  }

  define(name: string, type: Type, notes: Notes): void {
    const { nullable, ...bare } = type;
    this.#shapes.set(name, { name, named: true, type: nullable === undefined ? type : (bare as Type), ...notes });
  }

  /** Gives an inline shape a name nothing else has, and says which. */
  add(wanted: string, type: Type, notes: Notes): string {
    let name = wanted;
    for (let count = 2; !this.#isFree(name); count += 1) name = `${wanted}${count}`;
    const shape = { name, named: false, type, ...notes };
    this.#shapes.set(name, shape);
    if (name === wanted) this.#going?.added.push(shape);
    else this.#going = undefined;
    return name;
  }

  /** Runs `read`, unless it is reading the same place already. */
  guarded<T>(place: string, read: () => T, cycle: () => LadingError): T {
    // What stands at another place may be another thing the next time.
    this.#going = undefined;
    if (this.#guarded.has(place)) throw cycle();
    this.#guarded.add(place);
    try {
      return read();
    } finally {
      this.#guarded.delete(place);
    }
  }

  /**
   * Reads a schema, or takes what came of it the last time, when the shapes around it still answer as they did then.
   *
   * @param how all else that decides what is read
   */
  remembered(schema: JsonObject, how: string, read: () => Type): Type {
    // A part of what is being read is remembered with it.
    if (this.#isReading) return read();
    const known = readings(schema);
    const former = known.get(how);
    if (former !== undefined && this.#isAsBefore(former)) return this.#replay(former);
    this.#isReading = true;
    const going = (this.#going = { asked: new Map<string, boolean | undefined>(), added: [] });
    try {
      const type = read();
      const reading = { type, ...going };
      // One that is not going on any more came upon something that is not written down.
      if (this.#going === going) known.set(how, reading);
      this.#replayed.add(reading);
      return type;
    } finally {
      this.#going = undefined;
      this.#isReading = false;
    }
  }

  all(): readonly UngroupedShape[] {
    return [...this.#shapes.values()];
  }

  #replay(reading: Reading): Type {
    this.#replayed.add(reading);
    for (const shape of reading.added) this.#shapes.set(shape.name, shape);
    return reading.type;
  }

  /** Once in a document: two places never are one object. */
  #isAsBefore(reading: Reading): boolean {
    return (
      !this.#replayed.has(reading) &&
      reading.added.every(({ name }) => this.#isFree(name)) &&
      [...reading.asked].every(([name, answer]) => this.#answer(name) === answer)
    );
  }

  #isFree(name: string): boolean {
    return !Object.hasOwn(this.named, name) && !this.#shapes.has(name);
  }

  #answer(name: string): boolean | undefined {
    return Object.hasOwn(this.named, name) ? this.#isNullable(name) : undefined;
  }

  /** Follows the references of definitions that are nothing else; what one of them answers, all before it do. */
  #isNullable(name: string): boolean {
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
}
