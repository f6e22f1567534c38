/** Readers of records: keys as engines match them, what is required, and the rules between fields. */
import { plain, recordCheck, type RecordCheck } from './record-check.js';
import type { Mode, Reader, readerOf } from './reader.js';
import type { RecordShape, Shape } from './shape.js';

type ReaderOf = typeof readerOf;
type Values = Record<string, unknown>;

interface FieldPlan {
  readonly name: string;
  /** Of anything but null. */
  readonly read: Reader;
  readonly nullable: boolean;
  /** An empty text is "not set" where nothing but a choice is allowed. */
  readonly emptyIsUnset: boolean;
}

interface Plan {
  readonly fields: ReadonlyMap<string, FieldPlan>;
  /** By name in lower case, in requests. */
  readonly folded: ReadonlyMap<string, FieldPlan> | undefined;
  readonly required: readonly string[];
  readonly rest: Reader | undefined;
  readonly checks: readonly RecordCheck[];
}

export function recordReader(shape: RecordShape, mode: Mode, readerOf: ReaderOf): Reader {
  let plan: Plan | undefined;
  return (value, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems.add('must be an object');
      return value;
    }
    plan ??= planOf(shape, mode, readerOf);
    const { fields, folded, required, rest, checks } = plan;
    let out = value as Values;
    // The fastest way through an object of JSON, which has no keys but its own.
    for (const key in value) {
      const field = fields.get(key) ?? folded?.get(key.toLowerCase());
      const given = (value as Values)[key];
      if (field === undefined) {
        if (rest !== undefined && given !== null) {
          const before = problems.list.length;
          rest(given, problems);
          if (problems.list.length > before) problems.within(key, before);
        }
        continue;
      }
      const { name } = field;
      if (given === undefined || (given === null && !field.nullable) || (given === '' && field.emptyIsUnset)) {
        if (given === undefined) continue;
        if (folded === undefined) {
          problems.add('must not be null', `/${name}`);
          continue;
        }
        if (out === value) out = { ...out };
        delete out[key];
        continue;
      }
      let read: unknown = given;
      if (given !== null) {
        const before = problems.list.length;
        read = field.read(given, problems);
        if (problems.list.length > before) problems.within(name, before);
      }
      if (read === given && key === name) continue;
      if (out === value) out = { ...out };
      if (key !== name) delete out[key];
      out[name] = read;
    }
    for (const name of required) if (out[name] === undefined) problems.add('is required', `/${name}`);
    for (const check of checks) check(out, problems);
    return out;
  };
}

function planOf(shape: RecordShape, mode: Mode, readerOf: ReaderOf): Plan {
  const fields = new Map<string, FieldPlan>();
  const folded = new Map<string, FieldPlan>();
  const required: string[] = [];
  for (const [name, field] of Object.entries(shape.fields)) {
    const plan: FieldPlan = {
      name,
      read: readerOf(plain(field.shape), mode),
      nullable: isNullable(field.shape),
      emptyIsUnset: mode === 'request' && !field.required && refusesEmpty(field.shape),
    };
    fields.set(name, plan);
    if (!folded.has(name.toLowerCase())) folded.set(name.toLowerCase(), plan);
    if (field.required) required.push(name);
  }
  return {
    fields,
    folded: mode === 'request' ? folded : undefined,
    required,
    rest: shape.rest && readerOf(shape.rest, mode),
    checks: mode === 'request' ? (shape.rules ?? []).flatMap((rule) => recordCheck(rule, shape)) : [],
  };
}

/** Whether null is one of its values, itself or by reference. */
export function isNullable(shape: Shape): boolean {
  switch (shape.kind) {
    case 'nullable':
    case 'any':
      return true;
    case 'ref':
      return isNullable(shape.to());
    case 'union':
      return shape.options.some(isNullable);
    default:
      return false;
  }
}

function refusesEmpty(shape: Shape): boolean {
  switch (shape.kind) {
    case 'nullable':
      return refusesEmpty(shape.of);
    case 'ref':
      return refusesEmpty(shape.to());
    case 'choice':
      return !shape.open && typeof shape.values[0] === 'string' && !shape.values.includes('');
    default:
      return false;
  }
}
