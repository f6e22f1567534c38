/**
 * Types → examples: those of the document, otherwise values derived from formats and constraints, the same in every
 * run.
 */
import {
  isArray,
  isObject,
  objectOf,
  type ArrayType,
  type Field,
  type Json,
  type Notes,
  type Parameter,
  type RecordType,
  type ReferenceType,
  type Schema,
  type Type,
  type UnionType,
} from '../../../emitter/index.js';
import { AliasEnds } from './alias-ends.js';
import { chosen, isShowable } from './chosen.js';
import { isEmpty } from './empty.js';
import { patternExample } from './pattern.js';
import { booleanExample, distinctItems, enumExample, integerExample, stringExample } from './scalars.js';

/** The position of a value in an example. */
export interface ExamplePosition {
  readonly use: 'request' | 'response';
  readonly depth: number;
  /** The schemas that contain it. */
  readonly around: ReadonlySet<string>;
  /** The number of schemas in the whole example so far. */
  readonly total: { schemas: number };
}

const DEEP = 5;

/** Required fields may refer to schemas with required fields: without a limit, an example grows exponentially with them. */
const MAX_SCHEMAS = 1000;
/** Nobody reads deeper values, and each level is indented: the size of an example grows with the square of its depth. */
const MAX_NESTING = 50;

export class Examples {
  readonly #ends: AliasEnds;

  constructor(private readonly schemas: ReadonlyMap<string, Schema>) {
    this.#ends = new AliasEnds(schemas);
  }

  /** Returns the example of a schema; undefined for types without a useful one, such as enums. */
  ofSchema(schema: Schema): Json | undefined {
    if (schema.type.kind === 'enum' || schema.type.kind === 'any' || schema.type.kind === 'bytes') return undefined;
    const use = schema.name.endsWith('Input') ? 'request' : 'response';
    const reference = { kind: 'reference', name: schema.name } as const;
    return this.value(reference, top(use));
  }

  /** Returns the example of the document, otherwise a derived one. */
  of(field: Field | Parameter, at: ExamplePosition, exampleOrder: readonly string[] = []): Json {
    const { example } = field;
    if (example !== undefined) return example as Json;
    if (at.use === 'response' && at.depth > 2 && !isShowable(field, exampleOrder)) {
      if (field.type.nullable) return null;
      if (field.type.kind === 'array' && field.type.minItems === undefined) return [];
      if (field.type.kind === 'map') return {};
    }
    return this.value(field.type, at, field);
  }

  /** Returns an example of the document with the required fields that it lacks, as one that was written for an earlier version does. */
  completed(example: Json, type: Type, at: ExamplePosition): Json {
    const target = resolved(type, this.schemas);
    if (target?.kind === 'array' && isArray(example))
      return example.map((item) => this.completed(item, target.items, at));
    if (target?.kind !== 'record' || target.discriminator !== undefined || !isObject(example)) return example;
    const fields = this.fieldsOf(target);
    const types = new Map(fields.map((field) => [field.name, field.type]));
    const lacking = fields.filter(
      ({ name, required, readOnly, writeOnly }) =>
        required && (at.use === 'request' ? readOnly : writeOnly) !== true && !Object.hasOwn(example, name),
    );
    return objectOf([
      ...Object.entries(example).map(([name, value]) => {
        const own = types.get(name);
        return [name, own === undefined ? value : this.completed(value, own, at)] as const;
      }),
      ...lacking.map((field) => [field.name, this.of(field, { ...at, depth: at.depth + 1 })] as const),
    ]);
  }

  value(type: Type, at: ExamplePosition, notes: Notes & { readonly default?: unknown } = {}): Json {
    switch (type.kind) {
      case 'string':
        return stringExample(type);
      case 'integer':
      case 'number':
        return integerExample(type, notes);
      case 'boolean':
        return booleanExample(at, notes);
      case 'enum':
        return enumExample(type, notes);
      case 'bytes':
        return '';
      case 'any':
      case 'condition':
        return {};
      case 'array':
        return this.#list(type, at);
      case 'map':
        return this.#map(type, at, notes);
      case 'record':
        return this.#record(type, at, notes);
      case 'reference':
        return this.#reference(type, at, notes);
      case 'union':
        return this.#option(type, at, notes);
      case 'intersection':
        return this.#intersection(type.parts, at, notes);
      case 'never':
        return null;
    }
  }

  #option({ options, discriminator }: UnionType, at: ExamplePosition, notes: Notes): Json {
    const [option] = options;
    if (option === undefined) return null;
    const example = this.value(option, at, notes);
    const chosen = discriminator?.mapping.find(({ schema }) => option.kind === 'reference' && option.name === schema);
    if (discriminator === undefined || chosen === undefined || !isObject(example)) return example;
    return objectOf([...Object.entries(example), [discriminator.property, chosen.value]]);
  }

  /** Merges objects; of other parts, the last one counts, which usually is the narrowest. */
  #intersection(parts: readonly Type[], at: ExamplePosition, notes: Notes): Json {
    const records = parts.map((part) => this.#recordOf(part));
    if (records.every((record) => record !== undefined)) return this.#record(this.#merged(records), at, notes);
    const examples = parts.map((part) => this.value(part, at, notes));
    if (!examples.every(isObject)) return examples.at(-1) ?? null;
    return objectOf(examples.flatMap((example) => Object.entries(example)));
  }

  /** Returns the record of a part without an example of its own; that of the first option of a union. */
  #recordOf(type: Type, seen: ReadonlySet<string> = new Set()): RecordType | undefined {
    if (type.kind === 'record') return type.discriminator === undefined ? type : undefined;
    if (type.kind === 'union') return type.options[0] && this.#recordOf(type.options[0], seen);
    if (type.kind !== 'reference') return undefined;
    const { schema } = this.#ends.of(type.name);
    if (schema === undefined || schema.example !== undefined || seen.has(schema.name)) return undefined;
    return this.#recordOf(schema.type, new Set([...seen, schema.name]));
  }

  /** Returns a record with the fields of all. A record that only requires a field says nothing about its value. */
  #merged(records: readonly RecordType[]): RecordType {
    const fields = new Map<string, Field>();
    for (const field of records.flatMap((record) => this.fieldsOf(record))) {
      const other = fields.get(field.name);
      const base = other !== undefined && field.type.kind === 'any' ? other : field;
      fields.set(field.name, { ...base, required: field.required || other?.required === true });
    }
    return { kind: 'record', bases: [], fields: [...fields.values()] };
  }

  #list(type: ArrayType, at: ExamplePosition): Json {
    if (type.prefixItems !== undefined) return type.prefixItems.map((item) => this.value(item, at));
    const count = Math.min(type.minItems ?? (at.depth > DEEP || this.#isAround(type.items, at) ? 0 : 1), 10);
    const item = this.value(type.items, at);
    const items = Array.from({ length: Math.min(count, type.maxItems ?? count) }, () => item);
    return type.uniqueItems === true ? distinctItems(items, resolved(type.items, this.schemas)) : items;
  }

  #map(type: Type & { readonly kind: 'map' }, at: ExamplePosition, { exampleKey: key = 'key' }: Notes): Json {
    const [pattern] = type.patterns ?? [];
    const name = pattern && patternExample(pattern.pattern);
    const [entry, values] = pattern !== undefined && name !== undefined ? [name, pattern.type] : [key, type.values];
    const { minProperties: least = values.kind === 'any' ? 0 : 1 } = type;
    if (at.depth > DEEP || least === 0 || values.kind === 'never' || this.#isAround(values, at)) return {};
    const value = this.value(values, { ...at, depth: at.depth + 1 });
    const count = pattern === undefined ? Math.min(least, 10) : 1;
    return objectOf(Array.from({ length: count }, (_, index) => [`${entry}${index === 0 ? '' : index + 1}`, value]));
  }

  #record(type: RecordType, at: ExamplePosition, notes: Notes): Json {
    const { discriminator } = type;
    const variant = discriminator?.mapping.find(({ schema }) => !at.around.has(schema));
    if (discriminator !== undefined && variant !== undefined)
      return this.#option(
        { kind: 'union', options: [{ kind: 'reference', name: variant.schema }], discriminator },
        at,
        notes,
      );
    const fields = this.fieldsOf(type);
    const isEndless = (field: Field) => this.#isAround(field.type, at);
    const names = chosen(fields, at, notes, isEndless, type.minProperties);
    const entries = fields
      .filter(({ name }) => names.has(name))
      .map((field) => [field.name, this.of(field, { ...at, depth: at.depth + 1 }, notes.exampleOrder)] as const)
      .filter(
        ([name, value]) => names.get(name) === true || !(isEmpty(value) || (value === 0 && at.use === 'request')),
      );
    return objectOf(entries);
  }

  /** @param outer the notes of the referring element, for example the rules of an operation about its body */
  #reference(type: ReferenceType, at: ExamplePosition, outer: Notes): Json {
    const { schema, rules, nullable } = this.#ends.of(type.name);
    if (schema?.example !== undefined) return schema.example as Json;
    const orNull = nullable || type.nullable === true;
    const isFull = at.total.schemas >= MAX_SCHEMAS || at.around.size >= MAX_NESTING;
    if (schema === undefined || isFull || at.around.has(schema.name) || (orNull && at.depth > DEEP)) {
      return orNull || schema === undefined ? null : isList(schema.type) ? [] : {};
    }
    const { name, type: target } = schema;
    if (target.kind === 'enum') return this.value(target, at, schema);
    at.total.schemas += 1;
    const inner = { ...at, around: new Set([...at.around, name]) };
    return this.value(target, inner, { ...schema, rules: [...(outer.rules ?? []), ...rules] });
  }

  /** Returns the fields of a record and of its bases; the nearest definition of a field takes precedence. */
  fieldsOf(type: RecordType): readonly Field[] {
    const fields = new Map<string, Field>();
    const path = new Set<string>();
    const add = (one: RecordType): void => {
      for (const base of one.bases) {
        const target = this.schemas.get(base)?.type;
        if (target?.kind !== 'record' || path.has(base)) continue;
        path.add(base);
        add(target);
        path.delete(base);
      }
      for (const field of one.fields) fields.set(field.name, field);
    };
    add(type);
    return [...fields.values()];
  }

  #isAround(type: Type, at: ExamplePosition): boolean {
    if (type.kind === 'array') return this.#isAround(type.items, at);
    if (type.kind === 'map') return this.#isAround(type.values, at);
    if (type.kind !== 'reference') return false;
    const name = this.#ends.of(type.name).schema?.name;
    return name !== undefined && at.around.has(name);
  }
}

/** Returns the position of an outermost value. */
export function top(use: ExamplePosition['use']): ExamplePosition {
  return { use, depth: 0, around: new Set(), total: { schemas: 0 } };
}

function isList(type: Type): boolean {
  return type.kind === 'array';
}

export function resolved(type: Type, schemas: ReadonlyMap<string, Schema>, depth = 0): Type | undefined {
  return type.kind === 'reference' && depth < 10
    ? resolved(schemas.get(type.name)?.type ?? { kind: 'any' }, schemas, depth + 1)
    : type;
}
