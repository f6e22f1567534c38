/** Random values for schemas of JSON Schema: some fit, some nearly fit, and some do not. */
import { names } from './schemas.mjs';

/**
 * @typedef {import('@lading/runtime-values').Random} Random
 * @typedef {import('./schemas.mjs').JsonSchema} JsonSchema
 * @typedef {(reference: string) => JsonSchema} Resolve
 */

const strings = ['', 'a', 'ab', 'abc', 'abcd', 'abcde', 'b', 'zzz', 'x-y', '😀', '😀😀a', 'é1'];
const formatted = ['2026-11-28', '2026-11-28T10:00:00Z', '8c5b9b6e-3d0f-4b0c-9a61-0b3c8a7d5e11', '127.0.0.1'];
const numbers = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 1.5, 2.5, 1e20];

/** @param {JsonSchema} schema @param {Random} random @param {Resolve} resolve @param {number} [depth] @returns {unknown} */
export function valueFor(schema, random, resolve, depth = 0) {
  if (typeof schema === 'boolean' || depth > 6 || random.chance(0.07)) return anyValue(random, depth);
  const inner = (/** @type {JsonSchema} */ each) => valueFor(each, random, resolve, depth + 1);
  if ('const' in schema && random.chance(0.7)) return schema['const'];
  if (Array.isArray(schema['enum']) && random.chance(0.7)) return random.pick(schema['enum']);
  const parts = partsOf(schema, random, resolve);
  if (parts.length > 0) {
    const values = [...parts, withoutCombination(schema)].map((part) => inner(part));
    const objects = values.filter(isObject);
    if (objects.length > 0 && random.chance(0.9)) return Object.assign({}, ...objects);
    return random.pick(values);
  }
  const kind = kindOf(schema, random);
  switch (kind) {
    case 'string':
      return random.pick(schema['format'] === undefined || random.chance(0.3) ? strings : formatted);
    case 'integer':
    case 'number':
      return random.pick(kind === 'number' || random.chance(0.1) ? numbers : numbers.filter(Number.isInteger));
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return arrayFor(schema, random, inner);
    case 'object':
      return objectFor(schema, random, inner, depth);
    default:
      return anyValue(random, depth);
  }
}

/** @param {Readonly<Record<string, unknown>>} schema @param {Random} random @param {Resolve} resolve @returns {readonly JsonSchema[]} */
function partsOf(schema, random, resolve) {
  const list = (/** @type {string} */ key) => /** @type {readonly JsonSchema[]} */ (schema[key] ?? []);
  return [
    ...(typeof schema['$ref'] === 'string' ? [resolve(schema['$ref'])] : []),
    ...list('allOf'),
    ...['oneOf', 'anyOf'].flatMap((key) => (list(key).length === 0 ? [] : [random.pick(list(key))])),
    .../** @type {JsonSchema[]} */ (
      ['if', 'then', 'else'].flatMap((key) => (key in schema && random.chance(0.5) ? [schema[key]] : []))
    ),
  ];
}

/** @param {Readonly<Record<string, unknown>>} schema @returns {JsonSchema} */
function withoutCombination({
  $ref: _ref,
  allOf: _allOf,
  oneOf: _oneOf,
  anyOf: _anyOf,
  if: _if,
  then: _then,
  else: _else,
  ...rest
}) {
  return rest;
}

/** @param {Readonly<Record<string, unknown>>} schema @param {Random} random */
function kindOf(schema, random) {
  const { type } = schema;
  if (Array.isArray(type)) return random.pick(type);
  if (type !== undefined) return type;
  const implied = Object.entries(kindsOfKeywords).filter(([, keys]) => keys.some((key) => key in schema));
  return random.pick(implied)?.[0];
}

const kindsOfKeywords = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'unevaluatedItems'],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
};

/** @param {Readonly<Record<string, any>>} schema @param {Random} random @param {(schema: JsonSchema) => unknown} inner */
function arrayFor(schema, random, inner) {
  const { prefixItems = [], items = true, contains } = schema;
  const length = random.below(4);
  return Array.from({ length }, (_, index) =>
    inner(contains !== undefined && random.chance(0.3) ? contains : (prefixItems[index] ?? items)),
  );
}

/** @param {Readonly<Record<string, any>>} schema @param {Random} random @param {(schema: JsonSchema) => unknown} inner @param {number} depth */
function objectFor(schema, random, inner, depth) {
  const { properties = {}, required = [], additionalProperties = true, patternProperties = {} } = schema;
  const wanted = new Set([
    ...required.filter(() => random.chance(0.93)),
    ...Object.keys(properties).filter(() => random.chance(depth > 3 ? 0.2 : 0.6)),
    ...names.filter(() => random.chance(0.12)),
    ...(random.chance(0.15) ? [random.pick(['z', 'bb', ''])] : []),
  ]);
  const byPattern = (/** @type {string} */ name) =>
    Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1];
  return Object.fromEntries(
    [...wanted].map((name) => [name, inner(properties[name] ?? byPattern(name) ?? additionalProperties)]),
  );
}

/** @param {Random} random @param {number} depth @returns {unknown} */
export function anyValue(random, depth) {
  const simple = [...strings, ...numbers, true, false, null];
  if (depth > 3 || random.chance(0.6)) return random.pick(simple);
  if (random.chance(0.4)) return Array.from({ length: random.below(3) }, () => anyValue(random, depth + 1));
  return Object.fromEntries(names.filter(() => random.chance(0.3)).map((name) => [name, anyValue(random, depth + 1)]));
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
