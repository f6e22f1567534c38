/** Cells: a schema at a place of a request; and the document that has an operation for each. */
import { fixedSchemas, keywords, schemaOf } from './schemas.mjs';
import { valueFor } from './values.mjs';

/**
 * @typedef {import('@lading/runtime-values').Random} Random
 * @typedef {import('./schemas.mjs').JsonSchema} JsonSchema
 * @typedef {'body' | 'query' | 'path' | 'header' | 'cookie' | 'urlencoded' | 'multipart'} Place
 * @typedef {{ readonly id: string, readonly place: Place, readonly schema: JsonSchema }} Cell
 */

/** @type {readonly Place[]} */
const places = ['query', 'query', 'path', 'header', 'cookie', 'urlencoded', 'multipart'];

/** The kinds of values that have one form outside of JSON. */
const plainKinds = /** @type {const} */ (['string', 'integer', 'boolean']);
const plainTargets = { string: ['Word', 'Color'], integer: ['Num'], boolean: [] };

/** @param {Random} random @param {number} index @param {readonly string[]} targets @returns {Cell} */
export function cellOf(random, index, targets) {
  const id = `cell${index}`;
  if (random.chance(0.7)) return { id, place: 'body', schema: schemaOf(random, 0, targets) };
  const place = random.pick(places);
  return { id, place, schema: plainSchema(random, place) };
}

/** A schema of scalars of one kind, or of arrays of them, in one of the forms of a combination. @param {Random} random @param {Place} place @returns {JsonSchema} */
function plainSchema(random, place) {
  const kind = random.pick(plainKinds);
  const bare = () => withoutNegative(keywords(kind, random, () => true));
  const targets = plainTargets[kind];
  const typed = { type: kind, ...bare() };
  const target = random.pick(targets);
  const scalar =
    target === undefined || random.chance(0.4)
      ? typed
      : random.pick([
          { $ref: `#/components/schemas/${target}`, ...bare() },
          { allOf: [{ $ref: `#/components/schemas/${target}` }], ...bare() },
          { allOf: [{ $ref: `#/components/schemas/${target}` }, { type: kind, ...bare() }] },
          { type: kind, anyOf: [bare(), bare()] },
          { type: kind, oneOf: [bare(), bare()], ...bare() },
        ]);
  if (random.chance(0.6) || place === 'path') return scalar;
  const {
    items: _items,
    prefixItems: _prefix,
    contains: _contains,
    unevaluatedItems: _unevaluated,
    ...limits
  } = keywords('array', random, () => true);
  const { minContains: _min, maxContains: _max, ...array } = limits;
  return { type: 'array', items: scalar, ...array };
}

/** Formats have a test of their own. @param {Record<string, unknown>} all */
function withoutNegative({ format: _format, ...rest }) {
  return rest;
}

/** A value that has its own form at the place: of the right type, and not empty. @param {Cell} cell @param {Random} random @param {(reference: string) => JsonSchema} resolve @returns {unknown} undefined if there is none */
export function valueAt({ place, schema }, random, resolve) {
  if (place === 'body') return valueFor(schema, random, resolve);
  const plain = /** @type {Readonly<Record<string, any>>} */ (schema);
  const scalar = plain['type'] === 'array' ? plain['items'] : plain;
  const kind = kindOf(scalar, resolve);
  const one = () => random.pick(/** @type {readonly unknown[]} */ (plainValues[kind]));
  if (plain['type'] !== 'array') return one();
  return Array.from({ length: 1 + random.below(4) }, one);
}

const plainValues = {
  string: ['a', 'ab', 'abc', 'abcd', 'abcde', 'b', 'zzz', 'x-y'],
  integer: [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7],
  boolean: [true, false],
};

/** @param {Readonly<Record<string, any>>} schema @param {(reference: string) => JsonSchema} resolve @returns {keyof typeof plainValues} */
function kindOf(schema, resolve) {
  if (typeof schema['type'] === 'string') return /** @type {keyof typeof plainValues} */ (schema['type']);
  const reference = schema['$ref'] ?? schema['allOf'][0]['$ref'];
  return kindOf(/** @type {Record<string, any>} */ (resolve(reference)), resolve);
}

/** @param {readonly Cell[]} cells @param {Readonly<Record<string, JsonSchema>>} schemas */
export function documentOf(cells, schemas = fixedSchemas) {
  return {
    openapi: '3.1.0',
    info: { title: 'Cells', version: '1.0' },
    paths: Object.fromEntries(
      cells.map((cell) => [`/${cell.id}${cell.place === 'path' ? '/{v}' : ''}`, { post: operationOf(cell) }]),
    ),
    components: { schemas },
  };
}

/** @param {Cell} cell */
function operationOf({ id, place, schema }) {
  const responses = { 204: { description: 'It fits.' } };
  const mediaTypes = {
    body: 'application/json',
    urlencoded: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
  };
  if (place === 'body' || place === 'urlencoded' || place === 'multipart') {
    const whole = place === 'body' ? schema : { type: 'object', properties: { v: schema }, required: ['v'] };
    const content = { [mediaTypes[place]]: { schema: whole } };
    return { operationId: id, requestBody: { required: true, content }, responses };
  }
  return { operationId: id, parameters: [{ name: 'v', in: place, required: true, schema }], responses };
}
