/** What a reader of objects needs for each key, computed once for each schema. */
import type { Field, ObjectSchema, Schema, SchemaRule } from '@lading/runtime-wire';
import { foldKey } from '@lading/runtime-wire/json';
import { Problems } from './problems.js';
import { propertyCheck } from './property-constraints.js';
import { readBoolean, readString } from './read-scalar.js';
import type { Mode, Reader, ReaderOf, JsonObject } from './read-function.js';
import { unwrapSchema } from './rules/rule-field.js';
import type { ObjectCheck } from './rules/check-builder.js';
import { objectCheck } from './rules/object-check.js';

/** The kinds of values that a reader distinguishes without reading them, as bits of a number. */
export const valueKinds = { other: 0, string: 1, boolean: 2, zero: 4, null: 8, emptyArray: 16 } as const;

/** Returns the kind of a value. It has the values for "not set", which is what clients send for most properties. */
export function kindOf(value: unknown): number {
  // Separate comparisons: JavaScript engines optimize them better than a `switch`.
  if (typeof value === 'string') return valueKinds.string;
  if (typeof value === 'boolean') return valueKinds.boolean;
  if (value === 0) return valueKinds.zero;
  if (value === null) return valueKinds.null;
  return Array.isArray(value) && value.length === 0 ? valueKinds.emptyArray : valueKinds.other;
}

export interface PropertyPlan {
  readonly name: string;
  /** Reads every value but null. */
  readonly read: Reader;
  /**
   * The kinds (as bits) of which every value is valid without reading it, which is enough for most properties of a
   * request.
   */
  readonly validKinds: number;
  /** Whether an empty string is "not set", because the schema is an enum without it. */
  readonly emptyIsUnset: boolean;
  /** The rules that cannot be broken if this property is left out; undefined if there are none. */
  readonly checks: readonly ObjectCheck[] | undefined;
  /** The property after this one in the previous object: most clients send the same keys in the same order. */
  next: PropertyPlan | undefined;
}

export interface ObjectPlan {
  /** A plan without a property, as the predecessor of the first one. */
  readonly first: PropertyPlan;
  readonly fields: ReadonlyMap<string, PropertyPlan>;
  /** The plans by folded name, in requests. */
  readonly folded: ReadonlyMap<string, PropertyPlan> | undefined;
  readonly required: readonly string[];
  readonly rest: Reader | undefined;
  /** Whether `rest` reads null; elsewhere than in strict requests it means that nothing is set. */
  readonly readsNull: boolean;
  /** Functions that each return the object with one property, if absent, set to the value of another. */
  readonly defaults: readonly ((object: JsonObject) => JsonObject)[];
  /** The rules that can be broken by leaving properties out. */
  readonly checks: readonly ObjectCheck[];
}

export function objectPlan(schema: ObjectSchema, mode: Mode, read: ReaderOf): ObjectPlan {
  const fields = new Map<string, PropertyPlan>();
  const folded = new Map<string, PropertyPlan>();
  const required: string[] = [];
  const checks = (schema.rules ?? []).flatMap((rule) => objectCheck(rule, schema) ?? []);
  const hasPatterns = schema.patterns !== undefined;
  const whole = propertyCheck(
    {
      schema,
      isDeclared: (name) => fields.has(name),
      rest: schema.closed === true && mode === 'strict' ? false : schema.rest,
    },
    mode,
    read,
  );
  for (const [name, field] of Object.entries(schema.fields)) {
    const propertyChecks = checks.filter((check) => check.field === name);
    const plan = propertyPlan(name, field, mode, read(unwrapSchema(field.schema), mode), propertyChecks);
    fields.set(name, plan);
    if (!folded.has(foldKey(name))) folded.set(foldKey(name), plan);
    if (field.required) required.push(name);
  }
  return {
    first: propertyPlan('', { schema: { kind: 'any' }, required: false }, mode, (value) => value, []),
    fields,
    folded: mode === 'request' ? folded : undefined,
    required,
    // With patterns, the check of the whole object reads each value by its key.
    readsNull: mode === 'strict',
    rest: hasPatterns ? undefined : schema.rest && read(schema.rest, mode),
    defaults: mode !== 'response' ? (schema.rules ?? []).flatMap((rule) => defaultSetter(rule) ?? []) : [],
    checks: [
      ...checks.filter(({ field }) => field === undefined || !fields.has(field)),
      ...(whole === undefined ? [] : [{ field: undefined, check: whole }]),
    ],
  };
}

/** Returns the function for the rule `defaults-to`, between properties of the object itself. */
function defaultSetter({
  kind,
  fields: [name = '', source = ''] = [],
}: SchemaRule): ObjectPlan['defaults'][number] | undefined {
  if (kind !== 'defaults-to') return undefined;
  return (object) =>
    object[name] === undefined && object[source] !== undefined ? { ...object, [name]: object[source] } : object;
}

function propertyPlan(
  name: string,
  { schema, required }: Field,
  mode: Mode,
  read: Reader,
  checks: readonly ObjectCheck[],
): PropertyPlan {
  return {
    name,
    read,
    validKinds: validKindsOf(read) | (isNullable(schema) ? valueKinds.null : 0),
    emptyIsUnset: mode === 'request' && !required && rejectsEmpty(schema),
    checks: checks.length === 0 ? undefined : checks,
    next: undefined,
  };
}

function validKindsOf(read: Reader): number {
  let kinds = read === readString ? valueKinds.string : read === readBoolean ? valueKinds.boolean : 0;
  for (const value of [0, []]) if (isValid(read, value)) kinds |= kindOf(value);
  return kinds;
}

function isValid(read: Reader, value: unknown): boolean {
  const problems = new Problems();
  return read(value, problems) === value && problems.count === 0;
}

/** Tells whether the schema allows null, directly or by reference. */
export function isNullable(schema: Schema): boolean {
  switch (schema.kind) {
    case 'nullable':
    case 'any':
      return true;
    case 'ref':
      return isNullable(schema.to());
    case 'union':
      return schema.options.some(isNullable);
    case 'intersection':
      return schema.parts.every(isNullable);
    case 'condition': {
      const next = isNullable(schema.if) ? schema.then : schema.else;
      return next === undefined || isNullable(next);
    }
    default:
      return false;
  }
}

function rejectsEmpty(schema: Schema): boolean {
  switch (schema.kind) {
    case 'nullable':
      return rejectsEmpty(schema.of);
    case 'ref':
      return rejectsEmpty(schema.to());
    case 'enum':
      return !schema.open && schema.values.every((value) => typeof value === 'string' && value !== '');
    default:
      return false;
  }
}

/**
 * Returns the property that a key names, or undefined if the contract does not name it. In requests a key matches as in
 * engines: exactly, else by its folded form.
 *
 * @param previous the property of the previous key; it remembers this one, since most clients send the same order
 */
export function matchKey(
  key: string,
  previous: PropertyPlan,
  { fields, folded }: ObjectPlan,
): PropertyPlan | undefined {
  const { next } = previous;
  if (next !== undefined && next.name === key) return next;
  const field = fields.get(key) ?? folded?.get(foldKey(key));
  if (field !== undefined) previous.next = field;
  return field;
}
