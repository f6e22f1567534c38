/** Readers of records: keys as engines match them, what is required, and the rules between fields. */
import { checkRecord, plain, recordCheck, type RecordCheck } from './record-check.js';
import { Problems } from './problem.js';
import { readBoolean, readText } from './read-scalar.js';
import type { Mode, Reader, readerOf } from './reader.js';
import type { RecordShape, Shape } from './shape.js';

type ReaderOf = typeof readerOf;
type Values = Record<string, unknown>;

interface FieldPlan {
  readonly name: string;
  /** Of anything but null. */
  readonly read: Reader;
  readonly nullable: boolean;
  /** Set where every value of that type fits. */
  readonly scalar: 'string' | 'boolean' | undefined;
  /** Set where it fits: what clients mostly send of numbers is that they are not set. */
  readonly zero: 0 | undefined;
  /** An empty text is "not set" where nothing but a choice is allowed. */
  readonly emptyIsUnset: boolean;
}

interface Plan {
  readonly fields: ReadonlyMap<string, FieldPlan>;
  /** By where they stood last time: most clients send the same keys in the same order. */
  readonly order: (FieldPlan | undefined)[];
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
    const { fields, order, folded, required, rest, checks } = plan;
    const given = value as Values;
    let out = given;
    /** Whether `out` is made anew, member by member, since it will not have the same keys. */
    let rebuilds = false;
    let found = problems.list.length;
    let position = 0;
    // The fastest way through an object of JSON, which has no keys but its own.
    for (const key in given) {
      let field = order[position];
      if (field === undefined || field.name !== key) {
        field = fields.get(key) ?? folded?.get(key.toLowerCase());
        if (field !== undefined && position < fields.size) order[position] = field;
      }
      position += 1;
      const member = given[key];
      const name = field === undefined ? key : field.name;
      let read = member;
      if (field === undefined) {
        if (rest !== undefined && member !== null) rest(member, problems);
      } else if (typeof member === field.scalar || member === field.zero || (member === null && field.nullable)) {
        // Nothing can be wrong with it, nor with what is absent.
      } else if (member === null || (member === '' && field.emptyIsUnset)) {
        if (folded !== undefined) {
          if (!rebuilds) out = before(key, out);
          rebuilds = true;
          continue;
        }
        problems.add('must not be null');
      } else if (member !== undefined) read = field.read(member, problems);
      if (problems.list.length > found) {
        problems.within(name, found);
        found = problems.list.length;
      }
      if (rebuilds) put(out, name, read);
      else if (name !== key) {
        out = before(key, out);
        rebuilds = true;
        put(out, name, read);
      } else if (read !== member) {
        if (out === given) out = { ...given };
        put(out, name, read);
      }
    }
    for (const name of required) if (out[name] === undefined) problems.add('is required', `/${name}`);
    if (checks.length > 0) checkRecord(checks, out, problems);
    return out;
  };
}

/** The members up to a key. To make a record without a member takes no longer than to delete it, and all use is faster. */
function before(end: string, record: Values): Values {
  const begin: Values = {};
  for (const key in record) {
    if (key === end) break;
    put(begin, key, record[key]);
  }
  return begin;
}

/** A key `__proto__` is data too. */
function put(record: Values, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}

function planOf(shape: RecordShape, mode: Mode, readerOf: ReaderOf): Plan {
  const fields = new Map<string, FieldPlan>();
  const folded = new Map<string, FieldPlan>();
  const required: string[] = [];
  for (const [name, field] of Object.entries(shape.fields)) {
    const read = readerOf(plain(field.shape), mode);
    const plan: FieldPlan = {
      name,
      read,
      scalar: read === readText ? 'string' : read === readBoolean ? 'boolean' : undefined,
      zero: isFine(read, 0) ? 0 : undefined,
      nullable: isNullable(field.shape),
      emptyIsUnset: mode === 'request' && !field.required && refusesEmpty(field.shape),
    };
    fields.set(name, plan);
    if (!folded.has(name.toLowerCase())) folded.set(name.toLowerCase(), plan);
    if (field.required) required.push(name);
  }
  return {
    fields,
    order: [],
    folded: mode === 'request' ? folded : undefined,
    required,
    rest: shape.rest && readerOf(shape.rest, mode),
    checks: mode === 'request' ? (shape.rules ?? []).flatMap((rule) => recordCheck(rule, shape)) : [],
  };
}

function isFine(read: Reader, value: unknown): boolean {
  const problems = new Problems();
  return read(value, problems) === value && problems.count === 0;
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
