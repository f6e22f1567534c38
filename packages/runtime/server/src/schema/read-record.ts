/** Readers of records: keys as engines match them, what is required, and the rules between fields. */
import type { ObjectSchema } from '@lading/runtime-wire';
import { kindOf, kinds } from './kind.js';
import { matchKey } from './match-key.js';
import type { Problems } from './problem.js';
import type { Mode, Reader, ReaderOf } from './read-function.js';
import { propertiesBefore, withValue } from './rebuild-record.js';
import { recordPlan, type RecordPlan } from './record-plan.js';
import { setProperty } from './repeated-keys.js';
import type { RecordCheck } from './rules/check-builder.js';
import { checkRecord } from './rules/record-check.js';
import { isUnset, readValue } from './unset.js';

type Values = Record<string, unknown>;

export function recordReader(schema: ObjectSchema, mode: Mode, readerOf: ReaderOf): Reader {
  let plan: RecordPlan | undefined;
  return (value, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems.add('must be an object');
      return value;
    }
    plan ??= recordPlan(schema, mode, readerOf);
    return readRecord(value as Values, plan, mode === 'request', problems);
  };
}

function readRecord(given: Values, plan: RecordPlan, isRequest: boolean, problems: Problems): Values {
  let out = given;
  /** Whether `out` is built property by property, since it will not have the same keys. */
  let rebuilds = false;
  let listed = problems.list.length;
  let last = plan.begin;
  /** The rules that what is set may break. */
  let due: RecordCheck[] | undefined;
  // The fastest way through an object of JSON, which has no keys but its own.
  for (const key in given) {
    const value = given[key];
    const field = matchKey(key, last, plan);
    if (field === undefined) {
      if (plan.rest !== undefined && value !== null) plan.rest(value, problems);
      if (problems.list.length > listed) listed = problems.within(key, listed);
      if (rebuilds) setProperty(out, key, value);
      continue;
    }
    last = field;
    const { name } = field;
    // Keys that fold to one have to be merged before anything is read.
    if (name !== key && (Object.hasOwn(given, name) || Object.hasOwn(out, name))) problems.hasRepeatedKeys = true;
    const kind = kindOf(value);
    const fits = (field.takes & kind) !== 0;
    if (fits && !rebuilds && name === key && field.checks === undefined) continue;
    const leavesOut = !fits && isRequest && isUnset(value, field);
    if (!rebuilds && (leavesOut || name !== key)) {
      out = propertiesBefore(key, out);
      rebuilds = true;
    }
    if (leavesOut) continue;
    const read = fits ? value : readValue(value, field, problems);
    if (field.checks !== undefined && kind !== kinds.emptyList && Boolean(read)) due = withAll(field.checks, due);
    if (problems.list.length > listed) listed = problems.within(name, listed);
    if (rebuilds) setProperty(out, name, read);
    else if (read !== value) out = withValue(out, given, name, read);
  }
  return complete(out, plan, due, problems);
}

/** Fills in what has a default, and checks what concerns the whole record. */
function complete(read: Values, plan: RecordPlan, due: readonly RecordCheck[] | undefined, problems: Problems): Values {
  const { required, defaults, checks } = plan;
  for (const name of required) if (read[name] === undefined) problems.addRule('is required', `/${name}`);
  let out = read;
  for (const fill of defaults) out = fill(out);
  if (due !== undefined) checkRecord(due, out, problems);
  if (checks.length > 0) checkRecord(checks, out, problems);
  return out;
}

/** A key may be there twice, in letters of different case. */
function withAll(checks: readonly RecordCheck[], due: RecordCheck[] = []): RecordCheck[] {
  for (const check of checks) if (!due.includes(check)) due.push(check);
  return due;
}
