/** Completes records with bases after all schemas have been read: every base is a record, and every field has its whole type. */
import { equal, type Json } from '../document/index.js';
import { combinedConstraints, type Field, type RecordType, type Type } from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import { intersectionOf, isScoped, overriding } from './intersect.js';
import type { NamedSchemas, UngroupedSchema } from './named-schemas.js';
import type { Source } from './source.js';
import { withUnevaluated } from './unevaluated.js';

/** The type of a field that a record requires and that one of its bases describes. */
export const inheritedType: Type = { kind: 'any' };

/** Later steps walk the bases of a schema by recursion: a longer chain would overflow the stack. */
const MAX_BASES = 3000;

/** They do so on each way to a base, and the ways double with each two schemas that extend the same two. */
const MAX_WAYS = 20_000;

/** @throws READ_LIMIT if a schema inherits from a longer chain of schemas, or from the same ones in more ways */
export function completeRecords(schemas: NamedSchemas, source: Source): void {
  const pending = new Set<string>();
  const complete = (schema: UngroupedSchema): UngroupedSchema => {
    if (!pending.delete(schema.name) || schema.type.kind !== 'record') return schemas.get(schema.name) ?? schema;
    const completed = { ...schema, type: completeRecord(schema.name, schema.type) };
    schemas.replace(completed);
    return completed;
  };
  const endOf = (name: string): UngroupedSchema | undefined => {
    const seen = new Set<string>();
    let schema = schemas.get(name);
    while (schema?.type.kind === 'reference' && !seen.has(schema.name)) {
      seen.add(schema.name);
      schema = schemas.get(schema.type.name);
    }
    return schema && complete(schema);
  };

  const completeRecord = (name: string, record: RecordType): Type => {
    const ends = record.bases.map((base) => [base, endOf(base)] as const);
    const bases = [...new Set(ends.flatMap(([, end]) => (end?.type.kind === 'record' ? [end.name] : [])))];
    const others = ends.flatMap(([base, end]) =>
      end === undefined || (isObject(end.type) && !isScopedMap(end.type))
        ? []
        : [{ kind: 'reference' as const, name: base }],
    );
    const maps = ends.flatMap(([, end]) => (end?.type.kind === 'map' && !isScopedMap(end.type) ? [end.type] : []));
    const { rest, unevaluated } = record;
    const { inherited, common } = inheritedFields(name, bases, schemas);
    const declared = record.fields.flatMap((field) => {
      const completed = completeField(field, inherited.get(field.name), schemas);
      for (const own of completed) common.delete(own.name);
      return completed;
    });
    const fields = [...[...common.values()].map(withOwnType), ...declared];
    const constraints = combinedConstraints([record, ...maps]);
    const own: RecordType = { ...record, bases, fields, ...(rest && { rest }), ...constraints };
    const addsNothing = fields.length === 0 && rest === undefined && unevaluated === undefined && !record.closed;
    const isAlias = bases.length === 1 && addsNothing && Object.keys(constraints).length === 0;
    const isEmpty = bases.length === 0 && addsNothing;
    if (others.length === 0 && !isAlias)
      return isEmpty ? { kind: 'map', values: { kind: 'any' }, ...constraints } : own;
    const { nullable } = record;
    const alias = isAlias ? [{ kind: 'reference' as const, name: bases[0] ?? '' }] : [];
    const { unevaluated: _unevaluated, ...bare } = own;
    const parts: readonly Type[] =
      isAlias || (isEmpty && Object.keys(constraints).length === 0)
        ? alias
        : [
            isEmpty
              ? { kind: 'map', values: { kind: 'any' }, ...constraints }
              : { kind: 'reference', name: schemas.add(`${name}Properties`, bare, {}) },
          ];
    const unevaluatedTypes = unevaluated === undefined ? {} : { properties: unevaluated };
    const whole = withUnevaluated(intersectionOf([...parts, ...others]), unevaluatedTypes, (part) => part);
    return { ...whole, ...(nullable && { nullable }) };
  };

  const all = schemas.all().filter(({ type }) => type.kind === 'record' && type.bases.length > 0);
  for (const { name } of all) pending.add(name);
  const lengths = new Map<string, number>();
  const ways = new Map<string, number>();
  for (const name of basesFirst(all, schemas)) {
    const schema = schemas.get(name);
    if (schema === undefined) continue;
    const length = 1 + Math.max(0, ...basesOf(schema).map((base) => lengths.get(base) ?? 0));
    if (length > MAX_BASES) throw tooManyBases(name, `from a chain of more than ${MAX_BASES} schemas`, source);
    lengths.set(name, length);
    const count = basesOf(schema).reduce((sum, base) => sum + (ways.get(base) ?? 0), 1);
    if (count > MAX_WAYS) throw tooManyBases(name, `from the same schemas in more than ${MAX_WAYS} ways`, source);
    ways.set(name, count);
    complete(schema);
  }
}

function tooManyBases(name: string, what: string, source: Source): LadingError {
  return new LadingError({
    code: 'READ_LIMIT',
    subject: `"${name}" inherits ${what}`,
    place: source.place([...source.schemasAt, name, 'allOf']),
    remedy: 'Refer to fewer schemas in allOf',
  });
}

function basesOf({ type }: UngroupedSchema): readonly string[] {
  return type.kind === 'record' ? type.bases : type.kind === 'reference' ? [type.name] : [];
}

/** Returns the schemas and those that they refer to as bases, each after its bases: a chain may be longer than the stack. */
function basesFirst(all: readonly UngroupedSchema[], schemas: NamedSchemas): readonly string[] {
  const entered = new Set<string>();
  const ordered: string[] = [];
  const stack = all.map(({ name }) => name).reverse();
  for (let name = stack.at(-1); name !== undefined; name = stack.at(-1)) {
    const schema = entered.has(name) ? undefined : schemas.get(name);
    entered.add(name);
    const missing = schema === undefined ? [] : basesOf(schema).filter((base) => !entered.has(base));
    if (missing.length > 0) stack.push(...missing.reverse());
    else ordered.push(...stack.splice(-1));
  }
  return ordered;
}

/** Whether a map says something about the properties of the records that extend it, which no record can say. */
function isScopedMap(type: Type): boolean {
  return type.kind === 'map' && isScoped(type);
}

function isObject({ kind }: Type): boolean {
  return kind === 'record' || kind === 'map' || kind === 'any';
}

function completeField(field: Field, base: Field | undefined, schemas: NamedSchemas): readonly Field[] {
  if (field.type === inheritedType) {
    // Another part may describe it; if none does, it may have any value.
    if (base === undefined) return [withOwnType(field)];
    return base.required ? [] : [withOwnType({ ...base, required: true })];
  }
  if (base === undefined) return [field];
  if (!refines(field.type, base.type, schemas)) return [withOwnType(overriding(base, field))];
  return [base.required && !field.required ? { ...field, required: true } : field];
}

interface InheritedFields {
  /** The fields of all bases, which a field of the record has to fit, too. */
  readonly inherited: ReadonlyMap<string, Field>;
  /** Those that several bases have, and the last one does not state whole. */
  readonly common: Map<string, Field>;
}

function inheritedFields(name: string, bases: readonly string[], schemas: NamedSchemas): InheritedFields {
  const inherited = new Map<string, Field>();
  const common = new Map<string, Field>();
  for (const base of bases) {
    const ofBase = new Map<string, Field>();
    addFields(ofBase, base, schemas, new Set([name]));
    for (const field of ofBase.values()) {
      const other = inherited.get(field.name);
      const both = other === undefined ? field : bothFields(other, field, schemas);
      inherited.set(field.name, both);
      if (both === field) common.delete(field.name);
      else common.set(field.name, both);
    }
  }
  return { inherited, common };
}

/** Returns the field that fits both: the later one, if it states all that the other does. */
function bothFields(one: Field, later: Field, schemas: NamedSchemas): Field {
  const isRequired = later.required || one.required;
  if (refines(later.type, one.type, schemas))
    return later.required === isRequired ? later : { ...later, required: true };
  if (refines(one.type, later.type, schemas)) return { ...one, required: isRequired };
  return overriding(one, later);
}

/** Each position has a type object of its own, by which a comparison knows the position. */
function withOwnType(field: Field): Field {
  return { ...field, type: structuredClone(field.type) };
}

/** Tells whether a type is that of the base, or a reference to an object that has at least the properties of the other. */
function refines(type: Type, base: Type, schemas: NamedSchemas): boolean {
  if (isEqual(type, base)) return true;
  if (type.kind !== 'reference' || base.kind !== 'reference' || (type.nullable && !base.nullable)) return false;
  const [record, other] = [schemas.get(type.name)?.type, schemas.get(base.name)?.type];
  if (record?.kind !== 'record' || other?.kind !== 'record' || other.bases.length > 0) return false;
  return other.fields.every((field) => {
    const own = record.fields.find(({ name }) => name === field.name);
    return own !== undefined && isEqual(own.type, field.type) && (own.required || !field.required);
  });
}

function isEqual(one: Type, other: Type): boolean {
  return equal(one as unknown as Json, other as unknown as Json);
}

/** Adds the fields of a record and of its bases; the nearest definition takes precedence. */
function addFields(fields: Map<string, Field>, name: string, schemas: NamedSchemas, seen: Set<string>): void {
  const type = schemas.get(name)?.type;
  if (type?.kind !== 'record' || seen.has(name)) return;
  seen.add(name);
  for (const base of type.bases) addFields(fields, base, schemas, seen);
  for (const field of type.fields) fields.set(field.name, field);
}
