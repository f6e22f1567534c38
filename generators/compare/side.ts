/** One of the two interfaces, as it is looked into: references followed, records flattened. */
import { positionsIn, type Position } from './positions.js';
import type { Api, Field, RecordType, Shape, Type } from '../ir/index.js';

/** What a type comes to when its references are followed. */
export interface Resolved {
  /** Never a reference. */
  readonly type: Exclude<Type, { kind: 'reference' }>;
  readonly nullable: boolean;
  /** The shape whose type it is, if it is one's. */
  readonly shape?: Shape;
  /** All shapes on the way, that one last: each may say something of the value. */
  readonly shapes: readonly Shape[];
  /** The exported names on the way. */
  readonly names: readonly string[];
}

/** All fields of a record, those of its bases included. */
export interface Flat {
  readonly fields: ReadonlyMap<string, Field>;
  readonly rest?: Type;
}

export class Side {
  readonly #shapes: ReadonlyMap<string, Shape>;
  #positions: ReadonlyMap<Type, Position> | undefined;
  readonly #flat = new Map<RecordType, Flat>();
  constructor(readonly api: Api) {
    this.#shapes = new Map(api.shapes.map((shape) => [shape.name, shape]));
  }

  /** Where in the named shapes each type stands. */
  get positions(): ReadonlyMap<Type, Position> {
    return (this.#positions ??= positionsIn(this.api));
  }

  shape(name: string): Shape | undefined {
    return this.#shapes.get(name);
  }

  resolve(type: Type): Resolved {
    const names: string[] = [];
    const visited = new Set<string>();
    const shapes: Shape[] = [];
    let shape: Shape | undefined;
    let nullable = type.nullable === true;
    let current = type;
    while (current.kind === 'reference') {
      shape = this.#shapes.get(current.name);
      // A name without a shape, or one that is only itself, says nothing.
      if (shape === undefined || visited.has(current.name)) return { type: anything, nullable, names, shapes };
      visited.add(current.name);
      shapes.push(shape);
      if (shape.named) names.push(shape.name);
      current = shape.type;
      nullable ||= current.nullable === true;
    }
    return { type: current, nullable, names, shapes, ...(shape && { shape }) };
  }

  /** A field of the record itself wins over one of a base, a later base over an earlier one. */
  flat(record: RecordType): Flat {
    const known = this.#flat.get(record);
    if (known !== undefined) return known;
    this.#flat.set(record, { fields: new Map() }); // a record that is its own base adds nothing
    const fields = new Map<string, Field>();
    let rest = record.rest;
    for (const base of record.bases) {
      const { type } = this.resolve({ kind: 'reference', name: base });
      if (type.kind === 'map') rest ??= type.values;
      if (type.kind !== 'record') continue;
      const inherited = this.flat(type);
      for (const [name, field] of inherited.fields) fields.set(name, field);
      rest ??= inherited.rest;
    }
    for (const field of record.fields) fields.set(field.name, field);
    const flat = { fields, ...(rest && { rest }) };
    this.#flat.set(record, flat);
    return flat;
  }
}

const anything = { kind: 'any' } as const;

/** One name, or the two that one structure has where requests and responses differ: `Mount`, `MountInput`. */
export function sameName(a: string, b: string): boolean {
  return a === b || a === `${b}Input` || b === `${a}Input`;
}
