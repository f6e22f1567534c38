/** One of the two APIs, with references resolved and objects flattened. */
import { positionsIn, type Position } from './positions.js';
import type { Api, Field, RecordType, Schema, Type } from '../ir/index.js';

/** A type after its references are resolved. */
export interface Resolved {
  /** Never a reference. */
  readonly type: Exclude<Type, { kind: 'reference' }>;
  readonly nullable: boolean;
  /** The schema of the type, if it has one. */
  readonly schema?: Schema;
  /** All schemas along the references, that one last. Each may have metadata of the value. */
  readonly schemas: readonly Schema[];
  /** The exported names along the references. */
  readonly names: readonly string[];
}

/** All properties of an object, with those of its bases. */
export interface Flat {
  readonly fields: ReadonlyMap<string, Field>;
  readonly rest?: Type;
}

export class Side {
  readonly #schemas: ReadonlyMap<string, Schema>;
  readonly #names: ReadonlyMap<Type, string>;
  #positions: ReadonlyMap<Type, Position> | undefined;
  readonly #flat = new Map<RecordType, Flat>();
  constructor(readonly api: Api) {
    this.#schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
    this.#names = new Map(api.schemas.flatMap(({ named, type, name }) => (named ? [[type, name]] : [])));
  }

  /** The position of each type in the named schemas. */
  get positions(): ReadonlyMap<Type, Position> {
    return (this.#positions ??= positionsIn(this.api));
  }

  schema(name: string): Schema | undefined {
    return this.#schemas.get(name);
  }

  /** Returns the name of the schema that has or is a type. */
  nameOf(type: Type): string | undefined {
    return this.resolve(type).names.at(-1) ?? this.#names.get(type);
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
      // A name without a schema, or one that refers to itself only, allows anything.
      if (schema === undefined || visited.has(current.name)) return { type: anything, nullable, names, schemas };
      visited.add(current.name);
      schemas.push(schema);
      if (schema.named) names.push(schema.name);
      current = schema.type;
      nullable ||= current.nullable === true;
    }
    return { type: current, nullable, names, schemas, ...(schema && { schema }) };
  }

  /** Whether any value, null included, is one of a type or of one of its options. */
  isAny(type: Type): boolean {
    return this.#withOptions(type).some((one) => one.type.kind === 'any');
  }

  /** Whether null is a value of a type or of one of its options. */
  allowsNull(type: Type): boolean {
    return this.#withOptions(type).some(({ nullable }) => nullable);
  }

  #withOptions(given: Type): readonly Resolved[] {
    const whole = this.resolve(given);
    const options = whole.type.kind === 'union' ? whole.type.options : [];
    return [whole, ...options.map((option) => this.resolve(option))];
  }

  /** A property of the object itself overrides that of a base, a later base an earlier one. */
  flat(record: RecordType): Flat {
    const cached = this.#flat.get(record);
    if (cached !== undefined) return cached;
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
export function isSameName(a: string, b: string): boolean {
  return a === b || a === `${b}Input` || b === `${a}Input`;
}
