/** Whether values fit schemas: an implementation of its own, so that no generated server judges the values that it is sent. */
import { isDeepStrictEqual } from 'node:util';
import { matches } from './strings.mjs';

/**
 * @typedef {import('@lading/runtime-wire').Schema} Schema
 * @typedef {{ readonly [name: string]: unknown }} JsonObject
 * @typedef {{ readonly [K in Schema['kind']]: (value: any, schema: any) => boolean }} Tests
 */

/** Whether a value fits a schema. Formats are not read: strings that differ by them alone count as fitting. @param {unknown} value @param {Schema} schema @returns {boolean} */
export function fits(value, schema) {
  return tests[schema.kind](value, schema);
}

/** How many options of a union a value fits. @param {unknown} value @param {readonly Schema[]} options */
export function countFitting(value, options) {
  return options.filter((option) => fits(value, option)).length;
}

/** @type {Tests} */
const tests = {
  string: (value, { minLength = 0, maxLength = Infinity, pattern }) =>
    typeof value === 'string' &&
    isWithin([...value].length, minLength, maxLength) &&
    (pattern === undefined || matches(pattern, value)),
  integer: (value, schema) => Number.isInteger(value) && isInLimits(value, schema),
  number: (value, schema) => typeof value === 'number' && isInLimits(value, schema),
  boolean: (value) => typeof value === 'boolean',
  enum: (value, { values, open }) =>
    values.some((/** @type {unknown} */ each) =>
      open ? typeof each === typeof value : isDeepStrictEqual(each, value),
    ),
  array: fitsArray,
  map: (value, schema) => isObject(value) && fitsProperties(value, { ...schema, fields: {}, rest: schema.values }),
  object: (value, schema) => isObject(value) && fitsProperties(value, schema),
  nullable: (value, { of }) => value === null || fits(value, of),
  union: (value, { options, exclusive }) =>
    exclusive === true ? countFitting(value, options) === 1 : countFitting(value, options) > 0,
  intersection: (value, { parts }) => parts.every((/** @type {Schema} */ part) => fits(value, part)),
  bytes: (value) => typeof value === 'string' || value instanceof Uint8Array || value instanceof Blob,
  any: () => true,
  condition: (value, { if: test, then, else: otherwise }) => {
    const branch = fits(value, test) ? then : otherwise;
    return branch === undefined || fits(value, branch);
  },
  never: () => false,
  ref: (value, { to }) => fits(value, to()),
};

/** @param {number} number @param {import('@lading/runtime-wire').Schema & { kind: 'number' }} schema */
function isInLimits(number, { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }) {
  const quotient = number / (multipleOf ?? number);
  return (
    isWithin(number, minimum ?? -Infinity, maximum ?? Infinity) &&
    number > (exclusiveMinimum ?? -Infinity) &&
    number < (exclusiveMaximum ?? Infinity) &&
    (multipleOf === undefined || Math.abs(quotient - Math.round(quotient)) < 1e-9)
  );
}

/** @param {unknown} value @param {Schema & { kind: 'array' }} schema */
function fitsArray(value, { items, min = 0, max = Infinity, prefix = [], unique, contains }) {
  if (!Array.isArray(value) || !isWithin(value.length, min, max)) return false;
  const found = contains === undefined ? 1 : value.filter((item) => fits(item, contains.schema)).length;
  return (
    isWithin(found, contains?.min ?? 1, contains?.max ?? Infinity) &&
    value.every((item, index) => fits(item, prefix[index] ?? items)) &&
    (unique !== true ||
      value.every((item, index) => !value.slice(0, index).some((one) => isDeepStrictEqual(one, item))))
  );
}

/** @param {JsonObject} value @param {import('@lading/runtime-wire').Schema & { kind: 'object' }} schema */
function fitsProperties(value, { fields, required = [], rest, closed, keys, patterns = [], ...limits }) {
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  const needed = [...required, ...Object.keys(fields).filter((name) => fields[name]?.required)];
  const other = rest ?? (closed === true ? /** @type {Schema} */ ({ kind: 'never' }) : undefined);
  return (
    isWithin(names.length, limits.minProperties ?? 0, limits.maxProperties ?? Infinity) &&
    needed.every((name) => names.includes(name)) &&
    names.every((name) => {
      const named = [
        ...(Object.hasOwn(fields, name)
          ? [/** @type {import('@lading/runtime-wire').Field} */ (fields[name]).schema]
          : []),
        ...patterns.flatMap(([pattern, schema]) => (matches(pattern, name) ? [schema] : [])),
      ];
      const all = named.length === 0 && other !== undefined ? [other] : named;
      return (keys === undefined || fits(name, keys)) && all.every((schema) => fits(value[name], schema));
    })
  );
}

/** @param {number} number @param {number} minimum @param {number} maximum */
function isWithin(number, minimum, maximum) {
  return number >= minimum && number <= maximum;
}

/** @param {unknown} value @returns {value is JsonObject} */
function isObject(value) {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
