/** Readers of records: keys as engines match them, what is required, and the rules between fields. */
import { foldKey } from './fold-key.js';
import { kindOf, kinds } from './kind.js';
import type { RecordCheck } from './rules/check-builder.js';
import { checkRecord } from './rules/record-check.js';
import { recordPlan, type RecordPlan } from './record-plan.js';
import type { Mode, Reader, ReaderOf } from './read-function.js';
import { setProperty as put } from './repeated-keys.js';
import type { RecordShape } from './shape.js';

type Values = Record<string, unknown>;

export function recordReader(shape: RecordShape, mode: Mode, read: ReaderOf): Reader {
  let plan: RecordPlan | undefined;
  return (value, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems.add('must be an object');
      return value;
    }
    plan ??= recordPlan(shape, mode, read);
    const { begin, fields, folded, required, rest, checks } = plan;
    const given = value as Values;
    let out = given;
    /** Whether `out` is made anew, member by member, since it will not have the same keys. */
    let rebuilds = false;
    let found = problems.list.length;
    let last = begin;
    /** The rules that what is set may break. */
    let due: RecordCheck[] | undefined;
    // The fastest way through an object of JSON, which has no keys but its own.
    for (const key in given) {
      const member = given[key];
      let field = last.next;
      if (field === undefined || field.name !== key) {
        field = fields.get(key);
        if (field === undefined && folded !== undefined) {
          field = folded.get(foldKey(key));
          // Keys that fold to one have to be merged before anything is read.
          if (
            field !== undefined &&
            (Object.hasOwn(given, field.name) || (rebuilds && Object.hasOwn(out, field.name)))
          ) {
            problems.hasRepeatedKeys = true;
          }
        }
        if (field !== undefined) last.next = field;
      }
      const name = field === undefined ? key : field.name;
      let taken = member;
      if (field === undefined) {
        if (rest !== undefined && member !== null) rest(member, problems);
      } else {
        last = field;
        const kind = kindOf(member);
        if ((field.takes & kind) === 0) {
          if (member === null || (member === '' && field.emptyIsUnset)) {
            if (folded !== undefined) {
              if (!rebuilds) out = before(key, out);
              rebuilds = true;
              continue;
            }
            problems.add('must not be null');
          } else if (member !== undefined) taken = field.read(member, problems);
        } else if (!rebuilds && name === key && field.checks === undefined) continue;
        if (field.checks !== undefined && kind !== kinds.emptyList && Boolean(taken)) due = withAll(field.checks, due);
      }
      if (problems.list.length > found) {
        problems.within(name, found);
        found = problems.list.length;
      }
      if (rebuilds) put(out, name, taken);
      else if (name !== key) {
        out = before(key, out);
        rebuilds = true;
        put(out, name, taken);
      } else if (taken !== member) {
        if (out === given) out = { ...given };
        put(out, name, taken);
      }
    }
    for (const name of required) if (out[name] === undefined) problems.addRule('is required', `/${name}`);
    for (const fill of plan.defaults) out = fill(out);
    if (due !== undefined) checkRecord(due, out, problems);
    if (checks.length > 0) checkRecord(checks, out, problems);
    return out;
  };
}

/** A key may be there twice, in letters of different case. */
function withAll(checks: readonly RecordCheck[], due: RecordCheck[] = []): RecordCheck[] {
  for (const check of checks) if (!due.includes(check)) due.push(check);
  return due;
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
