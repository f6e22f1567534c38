/** Intersects types: a value must be of all of them. */
import { equal, type Json } from '../document/index.js';
import type { ConditionType, EnumType, Field, Type } from '../ir/index.js';
import { withValues } from './enums.js';
import { fitsType } from './scalar-fits.js';

/** Returns the type of the values that are of all types. Equal types and types of one scalar become one type. */
export function intersectionOf(types: readonly Type[]): Type {
  const parts: Type[] = [];
  for (const type of types.flatMap(partsOf)) {
    if (type.kind === 'never') return type;
    const index = parts.findIndex((part) => merged(part, type) !== undefined);
    const other = parts[index];
    if (other === undefined) parts.push(type);
    else parts[index] = merged(other, type) ?? other;
  }
  const [only = { kind: 'any' } as const, ...more] = parts;
  if (more.length === 0) return only;
  // A condition applies to null, too, but does not forbid it.
  const nullable = parts.every((part) => part.nullable ?? part.kind === 'condition');
  return { kind: 'intersection', parts: parts.map(withoutNull), ...(nullable && { nullable }) };
}

/** What is not evaluated depends on all parts, so that they stay together. */
function partsOf(type: Type): readonly Type[] {
  if (type.kind !== 'intersection' || type.unevaluatedProperties || type.unevaluatedItems) return [type];
  return type.nullable ? type.parts.map((part) => ({ ...part, nullable: true })) : type.parts;
}

/** Returns the type with further conditions. */
export function constrained(type: Type, conditions: readonly ConditionType[]): Type {
  if (conditions.length === 0) return type;
  if (type.kind === 'record' || type.kind === 'map')
    return { ...type, conditions: [...(type.conditions ?? []), ...conditions] };
  return intersectionOf([type, ...conditions]);
}

/** Returns the type without `null`. */
export function withoutNull<T extends Type>(type: T): T {
  const { nullable: _nullable, ...bare } = type;
  return bare as T;
}

/** Returns the field with the types of both; of everything else, that of the second counts. */
export function overriding(field: Field, by: Field): Field {
  const type = intersectionOf(withoutReplaced([field.type, by.type]));
  const { undeclared, ...both } = { ...field, ...by };
  const isUndeclared = undeclared && field.undeclared && by.undeclared;
  return { ...both, type, required: field.required || by.required, ...(isUndeclared && { undeclared }) };
}

/** Leaves out types that a later one replaces: no value is a string and a number, so such a document means the last one. */
export function withoutReplaced(types: readonly Type[]): readonly Type[] {
  return types.filter((type, index) => !types.slice(index + 1).some((later) => areDisjoint(type, later)));
}

/** Returns one type instead of two, if there is one with the same values. */
function merged(a: Type, b: Type): Type | undefined {
  if (a.kind === 'any') return b;
  if (b.kind === 'any' || equal(plain(a), plain(b))) return a;
  if (isAnyObject(a) && isObject(b)) return b;
  if (isAnyObject(b) && isObject(a)) return a;
  if (a.kind === 'enum' && b.kind !== 'enum') return within(a, b);
  if (b.kind === 'enum' && a.kind !== 'enum') return within(b, a);
  if (a.kind === 'enum' && b.kind === 'enum') {
    const [closed, other] = a.open ? [b, a] : [a, b];
    if (other.open) return closed;
    const values = closed.values.filter((one) =>
      other.values.some(({ value }) => equal(value as Json, one.value as Json)),
    );
    return values.length === 0 ? { kind: 'never' } : withValues(closed, values);
  }
  if (isNumber(a) && isNumber(b) && a.kind !== b.kind) return a.kind === 'integer' ? narrowest(b, a) : narrowest(a, b);
  if (a.kind !== b.kind || !scalars.has(a.kind)) return undefined;
  return narrowest(a, b);
}

/** Returns the enum with the values that are of the other type, too; undefined if that is not known of each. */
function within(type: EnumType, other: Type): Type | undefined {
  if (type.open) return other.kind === type.of && Object.keys(other).length === 1 ? type : undefined;
  const fits = type.values.map(({ value }) => fitsType(value, other));
  if (fits.includes(undefined)) return undefined;
  const values = type.values.filter((_, index) => fits[index]);
  if (values.length === 0) return { kind: 'never' };
  const { nullable: _nullable, ...bare } = type;
  return {
    ...withValues(bare, values),
    ...(type.nullable && (other.nullable ?? other.kind === 'condition') && { nullable: true }),
  };
}

function areDisjoint(a: Type, b: Type): boolean {
  return scalars.has(a.kind) && scalars.has(b.kind) && a.kind !== b.kind && !(isNumber(a) && isNumber(b));
}

function isNumber({ kind }: Type): boolean {
  return kind === 'integer' || kind === 'number';
}

const scalars: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

/** Returns a type with the constraints of both: the larger minimum and the smaller maximum. */
function narrowest(a: Type, b: Type): Type | undefined {
  const constraints: Record<string, unknown> = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const other = constraints[name];
    if (typeof other === 'number' && typeof value === 'number' && /^(min|max|exclusive)/.test(name)) {
      constraints[name] = /min/i.test(name) ? Math.max(other, value) : Math.min(other, value);
    } else if (other !== undefined && name !== 'kind' && !equal(other as Json, value as Json)) return undefined;
    else constraints[name] = value;
  }
  if (!(a.nullable && b.nullable)) delete constraints['nullable'];
  return constraints as unknown as Type;
}

function isAnyObject(type: Type): boolean {
  return type.kind === 'map' && type.values.kind === 'any' && Object.keys(type).length === 2;
}

function isObject({ kind }: Type): boolean {
  return kind === 'map' || kind === 'record' || kind === 'reference';
}

function plain(type: Type): Json {
  return withoutNull(type) as unknown as Json;
}

/** Whether a type says something about properties that it does not declare. */
export function isScoped(type: Type): boolean {
  if (type.kind === 'map') return type.values.kind !== 'any' || type.patterns !== undefined;
  if (type.kind !== 'record') return false;
  return (
    type.closed === true ||
    (type.rest !== undefined && type.rest.kind !== 'any') ||
    type.patterns !== undefined ||
    type.unevaluated !== undefined
  );
}
