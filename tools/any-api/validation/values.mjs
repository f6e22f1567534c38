/** Random values for schemas of JSON Schema: some fit, some nearly fit, and some do not. */
import { names } from './schemas.mjs';

/** @typedef {import('@lading/runtime-values').Random} Random @typedef {import('./examples.mjs').JsonSchema} JsonSchema */

const strings = ['', 'a', 'ab', 'abc', 'abcd', 'abcde', 'b', 'zzz', 'x-y', '😀', '😀😀a', 'é1'];
const formatted = ['2026-11-28', '2026-11-28T10:00:00Z', '8c5b9b6e-3d0f-4b0c-9a61-0b3c8a7d5e11', '127.0.0.1'];
const numbers = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 1.5, 2.5, 1e20];

/** @param {JsonSchema} schema @param {Random} random @param {(reference: string) => JsonSchema} resolve @returns {unknown} */
export function valueFor(schema, random, resolve, depth = 0) {
  if (typeof schema === 'boolean' || depth > 6 || random.chance(0.07)) return anyValue(random, depth);
  const inner = (each) => valueFor(each, random, resolve, depth + 1);
  if ('const' in schema && random.chance(0.7)) return schema.const;
  if (Array.isArray(schema.enum) && random.chance(0.7)) return random.pick(schema.enum);
  const { $ref, allOf = [], oneOf = [], anyOf = [], if: _if, then: _then, else: _else, ...rest } = schema;
  const parts = [
    ...($ref === undefined ? [] : [resolve($ref)]),
    ...allOf,
    ...[oneOf, anyOf].flatMap((options) => (options.length === 0 ? [] : [random.pick(options)])),
    ...['if', 'then', 'else'].flatMap((key) => (key in schema && random.chance(0.5) ? [schema[key]] : [])),
  ];
  if (parts.length > 0) {
    const values = [...parts, rest].map(inner);
    const objects = values.filter(isObject);
    return objects.length > 0 && random.chance(0.9) ? Object.assign({}, ...objects) : random.pick(values);
  }
  const formats = () => (schema.format === undefined || random.chance(0.3) ? strings : formatted);
  const drawn = {
    string: () => random.pick(formats()),
    integer: () => random.pick(random.chance(0.1) ? numbers : numbers.filter(Number.isInteger)),
    number: () => random.pick(numbers),
    boolean: () => random.chance(0.5),
    null: () => null,
    array: () => arrayFor(schema, random, inner),
    object: () => objectFor(schema, random, inner, depth),
  }[kindOf(schema, random)];
  return drawn === undefined ? anyValue(random, depth) : drawn();
}

const kindsOfKeywords = {
  string: /^(minLength|maxLength|pattern|format)$/,
  integer: /imum$|^multipleOf$/,
  array: /items$|^contains$/i,
  object: /properties$|^required$|^propertyNames$|^dependent/i,
};

/** The type of a schema, or one that its keywords imply. @param {any} schema @param {Random} random */
function kindOf({ type, ...rest }, random) {
  if (Array.isArray(type)) return random.pick(type);
  if (type !== undefined) return type;
  const isImplied = ([, expression]) => Object.keys(rest).some((key) => expression.test(key));
  return random.pick(Object.entries(kindsOfKeywords).filter(isImplied))?.[0];
}

/** @param {any} schema */
function arrayFor({ prefixItems = [], items = true, contains }, random, inner) {
  const isContained = () => contains !== undefined && random.chance(0.3);
  return Array.from({ length: random.below(4) }, (_, index) =>
    inner(isContained() ? contains : (prefixItems[index] ?? items)),
  );
}

function objectFor(schema, random, inner, depth) {
  const { properties = {}, required = [], additionalProperties = true, patternProperties = {} } = schema;
  const wanted = new Set([
    ...required.filter(() => random.chance(0.93)),
    ...Object.keys(properties).filter(() => random.chance(depth > 3 ? 0.2 : 0.6)),
    ...names.filter(() => random.chance(0.12)),
    ...(random.chance(0.15) ? [random.pick(['z', 'bb', ''])] : []),
  ]);
  const byPattern = (name) =>
    Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1];
  return Object.fromEntries(
    [...wanted].map((name) => [name, inner(properties[name] ?? byPattern(name) ?? additionalProperties)]),
  );
}

/** @param {Random} random @param {number} depth @returns {unknown} */
function anyValue(random, depth) {
  if (depth > 3 || random.chance(0.6)) return random.pick([...strings, ...numbers, true, false, null]);
  if (random.chance(0.4)) return Array.from({ length: random.below(3) }, () => anyValue(random, depth + 1));
  return Object.fromEntries(names.filter(() => random.chance(0.3)).map((name) => [name, anyValue(random, depth + 1)]));
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
