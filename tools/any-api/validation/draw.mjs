/** Draws cells, and values at their places that have one form outside of JSON. */
import { keywords, schemaOf } from './schemas.mjs';
import { valueFor } from './values.mjs';

/** @typedef {import('@lading/runtime-values').Random} Random @typedef {import('../cells/cells.mjs').Cell} Cell */

const places = ['query', 'query', 'path', 'header', 'cookie', 'urlencoded', 'multipart'];
/** The kinds of values that have one form outside of JSON: some values of each, and the schemas that describe them. */
const plain = {
  string: { targets: ['Word', 'Color'], values: ['a', 'ab', 'abc', 'abcd', 'abcde', 'b', 'zzz', 'x-y'] },
  integer: { targets: ['Num'], values: [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7] },
  boolean: { targets: [], values: [true, false] },
};

/** @param {Random} random @param {number} index @param {readonly string[]} targets @returns {Cell} */
export function cellOf(random, index, targets) {
  const id = `cell${index}`;
  if (random.chance(0.7)) return { id, place: 'body', schema: schemaOf(random, 0, targets) };
  const place = random.pick(places);
  return { id, place, schema: plainSchema(random, place) };
}

/** A schema of scalars of one kind, or of arrays of them, in one of the forms of a combination. @param {Random} random */
function plainSchema(random, place) {
  const kind = random.pick(Object.keys(plain));
  const bare = () => {
    // Formats have a test of their own.
    const { format: _format, ...rest } = keywords(kind, random, () => true);
    return rest;
  };
  const typed = { type: kind, ...bare() };
  const target = random.pick(plain[kind].targets);
  const $ref = `#/components/schemas/${target}`;
  const scalar =
    target === undefined || random.chance(0.4)
      ? typed
      : random.pick([
          { $ref, ...bare() },
          { allOf: [{ $ref }], ...bare() },
          { allOf: [{ $ref }, { type: kind, ...bare() }] },
          { type: kind, anyOf: [bare(), bare()] },
          { type: kind, oneOf: [bare(), bare()], ...bare() },
        ]);
  if (random.chance(0.6) || place === 'path') return scalar;
  const { minItems, maxItems, uniqueItems } = keywords('array', random, () => true);
  // Without keywords that are undefined.
  return JSON.parse(JSON.stringify({ type: 'array', items: scalar, minItems, maxItems, uniqueItems }));
}

/** A value that has its own form at the place: of the right type, and not empty. @param {Cell} cell @param {Random} random */
export function valueAt({ place, schema }, random, resolve) {
  if (place === 'body') return valueFor(schema, random, resolve);
  const { type, items } = /** @type {any} */ (schema);
  const kindOf = (each) => each.type ?? kindOf(resolve(each.$ref ?? each.allOf[0].$ref));
  const one = () => random.pick(plain[kindOf(type === 'array' ? items : schema)].values);
  return type === 'array' ? Array.from({ length: 1 + random.below(4) }, one) : one();
}
