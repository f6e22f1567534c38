/** One of the two interfaces, as it is looked into: references followed, records flattened. */
import { positionsIn, type Position } from './positions.js';
import type { Api, Field, RecordType, Schema, Type } from '../ir/index.js';

/** What a type comes to when its references are followed. */
export interface Resolved {
  /** Never a reference. */
  readonly type: Exclude<Type, { kind: 'reference' }>;
  readonly nullable: boolean;
  /** The shape whose type it is, if it is one's. */
  readonly schema?: Schema;
  /** All shapes on the way, that one last: each may say something of the value. */
  readonly schemas: readonly Schema[];
  /** The exported names on the way. */
  readonly names: readonly string[];
}

/** All fields of a record, those of its bases included. */
export interface Flat {
  readonly fields: ReadonlyMap<string, Field>;
  readonly rest?: Type;
}

export class Side {
  readonly #schemas: ReadonlyMap<string, Schema>;
  #positions: ReadonlyMap<Type, Position> | undefined;
  readonly #flat = new Map<RecordType, Flat>();
  constructor(readonly api: Api) {
    this.#schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
  }

  /** Where in the named shapes each type stands. */
  get positions(): ReadonlyMap<Type, Position> {
    return (this.#positions ??= positionsIn(this.api));
  }

  schema(name: string): Schema | undefined {
    return this.#schemas.get(name);
  }

  resolve(type: Type): Resolved {
    const names: string[] = [];
    const visited = new Set<string>();
    const schemas: Schema[] = [];
    let schema: Schema | undefined;
    let nullable = type.nullable === true;
    let current = type;
    while (current.kind === 'reference') {
      schema = this.#schemas.get(current.name);
      // A name without a shape, or one that is only itself, says nothing.
      if (schema === undefined || visited.has(current.name)) return { type: anything, nullable, names, schemas };
      visited.add(current.name);
      schemas.push(schema);
      if (schema.named) names.push(schema.name);
      current = schema.type;
      nullable ||= current.nullable === true;
    }
    return { type: current, nullable, names, schemas, ...(schema && { schema }) };
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
