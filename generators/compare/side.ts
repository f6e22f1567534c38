/** One of the two APIs, with references resolved and objects flattened. */
import { positionsIn, type Position } from './positions.js';
import type { Api, Field, RecordType, Shape, Type } from '../ir/index.js';

/** A type after its references are resolved. */
export interface Resolved {
  /** Never a reference. */
  readonly type: Exclude<Type, { kind: 'reference' }>;
  readonly nullable: boolean;
  /** The schema of the type, if it has one. */
  readonly shape?: Shape;
  /** All schemas along the references, that one last. Each may have metadata of the value. */
  readonly shapes: readonly Shape[];
  /** The exported names along the references. */
  readonly names: readonly string[];
}

/** All properties of an object, with those of its bases. */
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

  /** The position of each type in the named schemas. */
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
      // A name without a schema, or one that refers to itself only, allows anything.
      if (shape === undefined || visited.has(current.name)) return { type: anything, nullable, names, shapes };
      visited.add(current.name);
      shapes.push(shape);
      if (shape.named) names.push(shape.name);
      current = shape.type;
      nullable ||= current.nullable === true;
    }
    return { type: current, nullable, names, shapes, ...(shape && { shape }) };
  }

  /** A property of the object itself overrides that of a base, a later base an earlier one. */
  flat(record: RecordType): Flat {
    const known = this.#flat.get(record);
    if (known !== undefined) return known;
    this.#flat.set(record, { fields: new Map() }); // an object that is its own base adds nothing
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

/** Whether two names are equal, or the input variant and the output variant of one schema: `Mount`, `MountInput`. */
export function sameName(a: string, b: string): boolean {
  return a === b || a === `${b}Input` || b === `${a}Input`;
}
