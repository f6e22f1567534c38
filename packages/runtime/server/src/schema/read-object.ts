/**
 * Readers of objects: they match keys as engines do, and check required properties and the rules between properties.
 */
import type { ObjectSchema } from '@lading/runtime-wire';
import { setProperty } from '@lading/runtime-wire/json';
import { objectPlan, matchKey, kindOf, valueKinds, type ObjectPlan, type PropertyPlan } from './object-plan.js';
import type { Problems } from './problems.js';
import { isJsonObject, type JsonObject, type Mode, type Reader, type ReaderOf } from './read-function.js';
import type { ObjectCheck } from './rules/check-builder.js';
import { checkObject } from './rules/object-check.js';

export function objectReader(schema: ObjectSchema, mode: Mode, readerOf: ReaderOf): Reader {
  let plan: ObjectPlan | undefined;
  return (value, problems) => {
    if (!isJsonObject(value)) {
      problems.add('must be an object');
      return value;
    }
    plan ??= objectPlan(schema, mode, readerOf);
    return readObject(value, plan, mode === 'request', problems);
  };
}

function readObject(given: JsonObject, plan: ObjectPlan, isRequest: boolean, problems: Problems): JsonObject {
  let out = given;
  /** Whether `out` is built property by property, because its keys differ from those of `given`. */
  let isRebuilt = false;
  let listedCount = problems.list.length;
  let last = plan.first;
  /** The rules that the given properties may break. */
  let dueChecks: ObjectCheck[] | undefined;
  // The fastest iteration over an object from JSON, which has only own keys.
  for (const key in given) {
    const value = given[key];
    const property = matchKey(key, last, plan);
    if (property === undefined) {
      if (plan.rest !== undefined && (value !== null || plan.readsNull)) plan.rest(value, problems);
      if (problems.list.length > listedCount) listedCount = problems.within(key, listedCount);
      if (isRebuilt) setProperty(out, key, value);
      continue;
    }
    last = property;
    const { name } = property;
    // Keys with the same folded form have to be merged before the object is read.
    if (name !== key && (Object.hasOwn(given, name) || Object.hasOwn(out, name))) problems.hasRepeatedKeys = true;
    const kind = kindOf(value);
    const fits = (property.validKinds & kind) !== 0;
    if (fits && !isRebuilt && name === key && property.checks === undefined) continue;
    const leavesOut = !fits && isRequest && isUnset(value, property);
    if (!isRebuilt && (leavesOut || name !== key)) {
      out = propertiesBefore(key, out);
      isRebuilt = true;
    }
    if (leavesOut) continue;
    const read = fits ? value : readPropertyValue(value, property, problems);
    if (property.checks !== undefined && kind !== valueKinds.emptyArray && Boolean(read))
      dueChecks = union(property.checks, dueChecks);
    if (problems.list.length > listedCount) listedCount = problems.within(name, listedCount);
    if (isRebuilt) setProperty(out, name, read);
    else if (read !== value) out = withValue(out, given, name, read);
  }
  return complete(out, plan, dueChecks, problems);
}

/** Sets the default values, and checks the rules of the whole object. */
function complete(
  read: JsonObject,
  plan: ObjectPlan,
  due: readonly ObjectCheck[] | undefined,
  problems: Problems,
): JsonObject {
  const { required, defaults, checks } = plan;
  for (const name of required) if (read[name] === undefined) problems.addRule('is required', `/${name}`);
  let out = read;
  for (const fill of defaults) out = fill(out);
  if (due !== undefined) checkObject(due, out, problems);
  if (checks.length > 0) checkObject(checks, out, problems);
  return out;
}

/** Returns both arrays without duplicates, since a key may occur twice, in different case. */
function union(checks: readonly ObjectCheck[], due: ObjectCheck[] = []): ObjectCheck[] {
  for (const check of checks) if (!due.includes(check)) due.push(check);
  return due;
}

/** Tells whether a value that the schema does not allow means that the property is not set. */
function isUnset(value: unknown, { emptyIsUnset }: PropertyPlan): boolean {
  return value === null || (value === '' && emptyIsUnset);
}

/** Reads the value of a property whose kind is not one that always fits. */
function readPropertyValue(value: unknown, { read }: PropertyPlan, problems: Problems): unknown {
  if (value === undefined) return value;
  if (value !== null) return read(value, problems);
  problems.add('must not be null');
  return value;
}

/**
 * Returns a copy with the properties before a key. Building an object without a property is as fast as deleting the
 * property, and the result is faster to use.
 */
function propertiesBefore(key: string, object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const name in object) {
    if (name === key) break;
    setProperty(copy, name, object[name]);
  }
  return copy;
}

/** Returns the object with another value; a copy if it is the given object. */
function withValue(object: JsonObject, given: JsonObject, name: string, value: unknown): JsonObject {
  const copy = object === given ? { ...given } : object;
  setProperty(copy, name, value);
  return copy;
}
