/** Random schemas of JSON Schema 2020-12: every keyword that documents use, beside and inside of the others. */
import { fixedSchemas } from './examples.mjs';

/** @typedef {import('@lading/runtime-values').Random} Random @typedef {import('./examples.mjs').JsonSchema} JsonSchema */

/** The names of properties: few, so that several parts of a schema concern the same one. */
export const names = ['a', 'b', 'c', 'a1', 'x-y'];
const typesByName = { a: 'string', b: 'integer', c: 'boolean', a1: 'number', 'x-y': 'string' };
const patterns = ['^a', 'b$', '^x-', '^[a-c]+$', '1'];
const constants = ['a', 'ab', 'zzz', 1, 2, 2.5, true, null, { a: 1 }, ['a']];
const scalars = ['string', 'string', 'integer', 'number', 'boolean'];

/** @param {Random} random @param {number} [depth] @param {readonly string[]} [targets] the names of schemas to refer to @returns {JsonSchema} */
export function schemaOf(random, depth = 0, targets = Object.keys(fixedSchemas)) {
  const inner = () => schemaOf(random, depth + 1, targets);
  const reference = () => ({ $ref: `#/components/schemas/${random.pick(targets)}` });
  const drawn = random.below(depth > 2 ? 6 : 20);
  if (drawn < 4) return typed(random, inner, depth);
  if (drawn < 5) return random.chance(0.5) ? reference() : constantOf(random);
  if (drawn < 6) return depth === 0 ? typed(random, inner, depth) : random.pick([true, false, {}, {}]);
  if (drawn < 9) return { ...reference(), ...beside(random, inner) };
  if (drawn < 15) return consistent({ ...combined(random, inner), ...(random.chance(0.6) && beside(random, inner)) });
  if (drawn < 17) return { ...typed(random, inner, depth), ...applicator(random, inner) };
  if (drawn < 18) return beside(random, inner);
  return consistent({ ...typed(random, inner, depth), ...combined(random, inner) });
}

/** A schema with a type, and keywords of that type. */
function typed(random, inner, depth) {
  const kind = random.pick(depth > 2 ? scalars : [...scalars, 'array', 'array', 'object', 'object', 'object']);
  if (!random.chance(0.1)) return { type: kind, ...keywords(kind, random, inner) };
  return { type: [...new Set([kind, random.pick(['null', 'integer', 'string'])])], ...keywords(kind, random, inner) };
}

/** Keywords beside others, most without a type. */
function beside(random, inner) {
  const kind = random.pick(['string', 'string', 'integer', 'array', 'object', 'object']);
  const type = random.chance(0.2) ? { type: kind } : {};
  return { ...type, ...keywords(kind, random, inner), ...(random.chance(0.15) && applicator(random, inner)) };
}

/** The keywords of each kind, with the probability of each, and its value. */
const keywordsByKind = {
  string: {
    minLength: [0.3, ({ below }) => below(4)],
    maxLength: [0.3, ({ below }) => 1 + below(4)],
    pattern: [0.2, ({ pick }) => pick(patterns)],
    enum: [0.1, ({ below }) => ['a', 'ab', 'b', 'zzz'].slice(below(3))],
    format: [0.05, ({ pick }) => pick(['date', 'date-time', 'uuid', 'ipv4'])],
    not: [0.05, ({ pick }) => ({ const: pick(['a', 'ab']) })],
  },
  number: {
    minimum: [0.3, ({ below }) => below(4) - 1],
    maximum: [0.3, ({ below }) => 2 + below(4)],
    exclusiveMinimum: [0.15, ({ below }) => below(3) - 1],
    exclusiveMaximum: [0.15, ({ below }) => 3 + below(3)],
    multipleOf: [0.15, ({ pick }) => pick([1, 2, 3, 0.5])],
    enum: [0.1, ({ below }) => [1, 2, 3, 5].slice(below(3))],
  },
  array: {
    items: [0.6, (_random, inner) => inner()],
    prefixItems: [0.15, ({ below }, inner) => Array.from({ length: 1 + below(2) }, inner)],
    minItems: [0.3, ({ below }) => below(3)],
    maxItems: [0.3, ({ below }) => 1 + below(3)],
    uniqueItems: [0.15, () => true],
    contains: [0.15, (_random, inner) => inner()],
    unevaluatedItems: [0.1, ({ pick }, inner) => pick([false, false, inner()])],
  },
  contains: {
    minContains: [0.3, ({ below }) => below(3)],
    maxContains: [0.3, ({ below }) => 1 + below(2)],
  },
  object: {
    properties: [0.7, (random, inner) => propertiesOf(random, inner)],
    required: [0.4, (random) => someOf(names, random)],
    additionalProperties: [0.3, ({ pick }, inner) => pick([false, false, true, inner()])],
    patternProperties: [0.15, ({ pick }, inner) => ({ [pick(patterns)]: inner() })],
    propertyNames: [
      0.1,
      ({ pick }) =>
        pick([{ maxLength: 1 }, { pattern: '^[a-c]' }, { enum: ['a', 'b'] }, { type: 'string', minLength: 2 }]),
    ],
    minProperties: [0.15, ({ below }) => below(3)],
    maxProperties: [0.15, ({ below }) => 1 + below(3)],
    dependentRequired: [0.1, (random) => ({ [random.pick(names)]: someOf(names, random) })],
    dependentSchemas: [0.1, ({ pick }, inner) => ({ [pick(names)]: inner() })],
    unevaluatedProperties: [0.15, ({ pick }, inner) => pick([false, false, inner()])],
  },
  boolean: {},
};

/** @param {string} kind @param {Random} random @param {() => JsonSchema} inner @returns {Record<string, any>} */
export function keywords(kind, random, inner) {
  const schema = {};
  for (const [name, [chance, valueOf]] of Object.entries(keywordsByKind[kind === 'integer' ? 'number' : kind])) {
    if (!random.chance(chance)) continue;
    schema[name] = valueOf(random, inner);
    if (name === 'contains') Object.assign(schema, keywords('contains', random, inner));
  }
  return schema;
}

/** A property has the same scalar type in all schemas. */
function propertiesOf(random, inner) {
  const withOwnType = (name, schema) =>
    scalars.includes(String(schema.type)) ? { ...schema, type: typesByName[name] } : schema;
  return Object.fromEntries(someOf(names, random).map((name) => [name, withOwnType(name, inner())]));
}

/** At least one of the values. */
function someOf(all, random) {
  const some = all.filter(() => random.chance(0.4));
  return some.length === 0 ? [random.pick(all)] : some;
}

function combined(random, inner) {
  const key = random.pick(['allOf', 'allOf', 'oneOf', 'anyOf']);
  const parts = Array.from({ length: 1 + random.below(3) }, inner);
  const more = random.chance(0.15) ? { [random.pick(['oneOf', 'anyOf', 'allOf'])]: [inner(), inner()] } : {};
  return { ...more, [key]: parts };
}

/** Nobody writes parts of which no value has the types of all: the scalar ones have the type of the first one. */
function consistent(schema) {
  if (schema.allOf === undefined) return schema;
  const isScalar = (part) => scalars.includes(String(part.type));
  const first = [schema, ...schema.allOf].find(isScalar);
  return { ...schema, allOf: schema.allOf.map((part) => (isScalar(part) ? { ...part, type: first.type } : part)) };
}

function applicator(random, inner) {
  if (random.chance(0.5)) return { not: inner() };
  return { if: inner(), ...(random.chance(0.8) && { then: inner() }), ...(random.chance(0.5) && { else: inner() }) };
}

function constantOf(random) {
  return random.chance(0.5) ? { const: random.pick(constants) } : { enum: someOf(constants, random) };
}
