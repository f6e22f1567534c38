/** What a reader of records looks up of each key, worked out once for each shape. */
import type { Field, ObjectSchema, Schema, SchemaRule } from '@lading/runtime-wire';
import { foldKey } from './fold-key.js';
import { kindOf, kinds } from './kind.js';
import { Problems } from './problem.js';
import { readBoolean, readText } from './read-scalar.js';
import type { Mode, Reader, ReaderOf } from './read-function.js';
import { plain } from './rules/place.js';
import type { RecordCheck } from './rules/check-builder.js';
import { recordCheck } from './rules/record-check.js';

type Values = Record<string, unknown>;

export interface FieldPlan {
  readonly name: string;
  /** Of anything but null. */
  readonly read: Reader;
  /** The kinds of which every value fits as it is, as bits: most members of a request need no more than this. */
  readonly takes: number;
  /** An empty text is "not set" where nothing but a choice is allowed. */
  readonly emptyIsUnset: boolean;
  /** The rules that nobody breaks who leaves this out; undefined where there are none. */
  readonly checks: readonly RecordCheck[] | undefined;
  /** What stood behind it last time: most clients send the same keys in the same order. */
  next: FieldPlan | undefined;
}

export interface RecordPlan {
  /** Of no field, and before the first. */
  readonly begin: FieldPlan;
  readonly fields: ReadonlyMap<string, FieldPlan>;
  /** By folded name, in requests. */
  readonly folded: ReadonlyMap<string, FieldPlan> | undefined;
  readonly required: readonly string[];
  readonly rest: Reader | undefined;
  /** Each returns the object with one property taken from another, where it is absent. */
  readonly defaults: readonly ((record: Values) => Values)[];
  /** The rules that can be broken by leaving things out. */
  readonly checks: readonly RecordCheck[];
}

export function recordPlan(schema: ObjectSchema, mode: Mode, read: ReaderOf): RecordPlan {
  const fields = new Map<string, FieldPlan>();
  const folded = new Map<string, FieldPlan>();
  const required: string[] = [];
  const checks = (schema.rules ?? []).flatMap((rule) => recordCheck(rule, schema) ?? []);
  for (const [name, field] of Object.entries(schema.fields)) {
    const own = checks.filter((check) => check.field === name);
    const plan = fieldPlan(name, field, mode, read(plain(field.schema), mode), own);
    fields.set(name, plan);
    if (!folded.has(foldKey(name))) folded.set(foldKey(name), plan);
    if (field.required) required.push(name);
  }
  return {
    begin: fieldPlan('', { schema: { kind: 'any' }, required: false }, mode, (value) => value, []),
    fields,
    folded: mode === 'request' ? folded : undefined,
    required,
    rest: schema.rest && read(schema.rest, mode),
    defaults: mode === 'request' ? (schema.rules ?? []).flatMap((rule) => defaultOf(rule) ?? []) : [],
    checks: checks.filter(({ field }) => field === undefined || !fields.has(field)),
  };
}

/** The rule `defaults-to`, on properties of the object itself. */
function defaultOf({
  kind,
  fields: [name = '', source = ''] = [],
}: SchemaRule): RecordPlan['defaults'][number] | undefined {
  if (kind !== 'defaults-to') return undefined;
  return (record) =>
    record[name] === undefined && record[source] !== undefined ? { ...record, [name]: record[source] } : record;
}

function fieldPlan(
  name: string,
  { schema, required }: Field,
  mode: Mode,
  read: Reader,
  checks: readonly RecordCheck[],
): FieldPlan {
  return {
    name,
    read,
    takes: takenBy(read) | (isNullable(schema) ? kinds.null : 0),
    emptyIsUnset: mode === 'request' && !required && refusesEmpty(schema),
    checks: checks.length === 0 ? undefined : checks,
    next: undefined,
  };
}

function takenBy(read: Reader): number {
  let taken = read === readText ? kinds.text : read === readBoolean ? kinds.boolean : 0;
  for (const value of [0, []]) if (isFine(read, value)) taken |= kindOf(value);
  return taken;
}

function isFine(read: Reader, value: unknown): boolean {
  const problems = new Problems();
  return read(value, problems) === value && problems.count === 0;
}

/** Whether null is one of its values, itself or by reference. */
export function isNullable(schema: Schema): boolean {
  switch (schema.kind) {
    case 'nullable':
    case 'any':
      return true;
    case 'ref':
      return isNullable(schema.to());
    case 'union':
      return schema.options.some(isNullable);
    default:
      return false;
  }
}

function refusesEmpty(schema: Schema): boolean {
  switch (schema.kind) {
    case 'nullable':
      return refusesEmpty(schema.of);
    case 'ref':
      return refusesEmpty(schema.to());
    case 'enum':
      return !schema.open && typeof schema.values[0] === 'string' && !schema.values.includes('');
    default:
      return false;
  }
}
