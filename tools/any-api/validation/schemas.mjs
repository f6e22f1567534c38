/** Random schemas of JSON Schema 2020-12: every keyword that documents use, beside and inside of the others. */

/**
 * @typedef {import('@lading/runtime-values').Random} Random
 * @typedef {boolean | { readonly [keyword: string]: unknown }} JsonSchema
 */

/** The names of properties: few, so that several parts of a schema concern the same one. */
export const names = ['a', 'b', 'c', 'a1', 'x-y'];
export const patterns = ['^a', 'b$', '^x-', '^[a-c]+$', '1'];
export const constants = ['a', 'ab', 'zzz', 1, 2, 2.5, true, null, { a: 1 }, ['a']];

/** Schemas that others refer to: one for each kind of target. @type {Readonly<Record<string, JsonSchema>>} */
export const fixedSchemas = {
  Word: { type: 'string', maxLength: 4 },
  Num: { type: 'integer', minimum: 0 },
  List: { type: 'array', items: { type: 'integer' }, maxItems: 3 },
  Pet: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['a'] },
  Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { c: { type: 'boolean' } } }] },
  Closed: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  Map: { type: 'object', additionalProperties: { type: 'integer' } },
  Either: { oneOf: [{ type: 'string', minLength: 2 }, { type: 'integer' }, { $ref: '#/components/schemas/Pet' }] },
  Color: { type: 'string', enum: ['a', 'ab', 'b'] },
  Node: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
  },
  Unset: { type: ['string', 'null'], minLength: 1 },
};

/** @param {Random} random @param {number} [depth] @param {readonly string[]} [targets] the names of schemas to refer to @returns {JsonSchema} */
export function schemaOf(random, depth = 0, targets = Object.keys(fixedSchemas)) {
  const inner = () => schemaOf(random, depth + 1, targets);
  const drawn = random.below(depth > 2 ? 6 : 20);
  if (drawn < 4) return typed(random, inner, depth);
  if (drawn < 5) return random.chance(0.5) ? { $ref: reference(random, targets) } : constantOf(random);
  if (drawn < 6) return depth === 0 ? typed(random, inner, depth) : random.pick([true, false, {}, {}]);
  if (drawn < 9) return { $ref: reference(random, targets), ...beside(random, inner) };
  if (drawn < 15) return consistent({ ...combined(random, inner), ...(random.chance(0.6) && beside(random, inner)) });
  if (drawn < 17) return { ...typed(random, inner, depth), ...applicator(random, inner) };
  if (drawn < 18) return beside(random, inner);
  return consistent({ ...typed(random, inner, depth), ...combined(random, inner) });
}

/** @param {Random} random @param {readonly string[]} targets */
function reference(random, targets) {
  return `#/components/schemas/${random.pick(targets)}`;
}

/** A schema with a type, and keywords of that type. @param {Random} random @param {() => JsonSchema} inner @param {number} depth */
function typed(random, inner, depth) {
  const kind = random.pick(depth > 2 ? scalars : [...scalars, 'array', 'array', 'object', 'object', 'object']);
  if (random.chance(0.1))
    return {
      type: [kind, random.pick(['null', 'integer', 'string'])].filter(isFirst),
      ...keywords(kind, random, inner),
    };
  return { type: kind, ...keywords(kind, random, inner) };
}

const scalars = ['string', 'string', 'integer', 'number', 'boolean'];

/** @template T @param {T} value @param {number} index @param {readonly T[]} all */
const isFirst = (value, index, all) => all.indexOf(value) === index;

/** Keywords beside others, most without a type. @param {Random} random @param {() => JsonSchema} inner */
function beside(random, inner) {
  const kind = random.pick(['string', 'string', 'integer', 'array', 'object', 'object']);
  const typed = random.chance(0.2) ? { type: kind } : {};
  return { ...typed, ...keywords(kind, random, inner), ...(random.chance(0.15) && applicator(random, inner)) };
}

/** @param {string} kind @param {Random} random @param {() => JsonSchema} inner @returns {Record<string, unknown>} */
export function keywords(kind, random, inner) {
  const one = (/** @type {() => Record<string, unknown>} */ make, chance = 0.3) =>
    random.chance(chance) ? make() : {};
  switch (kind) {
    case 'string':
      return {
        ...one(() => ({ minLength: random.below(4) })),
        ...one(() => ({ maxLength: 1 + random.below(4) })),
        ...one(() => ({ pattern: random.pick(patterns) }), 0.2),
        ...one(() => ({ enum: ['a', 'ab', 'b', 'zzz'].slice(random.below(3)) }), 0.1),
        ...one(() => ({ format: random.pick(['date', 'date-time', 'uuid', 'ipv4']) }), 0.05),
        ...one(() => ({ not: { const: random.pick(['a', 'ab']) } }), 0.05),
      };
    case 'integer':
    case 'number':
      return {
        ...one(() => ({ minimum: random.below(4) - 1 })),
        ...one(() => ({ maximum: 2 + random.below(4) })),
        ...one(() => ({ exclusiveMinimum: random.below(3) - 1 }), 0.15),
        ...one(() => ({ exclusiveMaximum: 3 + random.below(3) }), 0.15),
        ...one(() => ({ multipleOf: random.pick([1, 2, 3, 0.5]) }), 0.15),
        ...one(() => ({ enum: [1, 2, 3, 5].slice(random.below(3)) }), 0.1),
      };
    case 'array':
      return {
        ...one(() => ({ items: inner() }), 0.6),
        ...one(() => ({ prefixItems: Array.from({ length: 1 + random.below(2) }, inner) }), 0.15),
        ...one(() => ({ minItems: random.below(3) })),
        ...one(() => ({ maxItems: 1 + random.below(3) })),
        ...one(() => ({ uniqueItems: true }), 0.15),
        ...one(
          () => ({
            contains: inner(),
            ...one(() => ({ minContains: random.below(3) })),
            ...one(() => ({ maxContains: 1 + random.below(2) })),
          }),
          0.15,
        ),
        ...one(() => ({ unevaluatedItems: random.pick([false, false, inner()]) }), 0.1),
      };
    case 'object':
      return {
        ...one(() => ({ properties: propertiesOf(random, inner) }), 0.7),
        ...one(() => ({ required: someOf(names, random) }), 0.4),
        ...one(() => ({ additionalProperties: random.pick([false, false, true, inner()]) }), 0.3),
        ...one(() => ({ patternProperties: { [random.pick(patterns)]: inner() } }), 0.15),
        ...one(
          () => ({
            propertyNames: random.pick([
              { maxLength: 1 },
              { pattern: '^[a-c]' },
              { enum: ['a', 'b'] },
              { type: 'string', minLength: 2 },
            ]),
          }),
          0.1,
        ),
        ...one(() => ({ minProperties: random.below(3) }), 0.15),
        ...one(() => ({ maxProperties: 1 + random.below(3) }), 0.15),
        ...one(() => ({ dependentRequired: { [random.pick(names)]: someOf(names, random) } }), 0.1),
        ...one(() => ({ dependentSchemas: { [random.pick(names)]: inner() } }), 0.1),
        ...one(() => ({ unevaluatedProperties: random.pick([false, false, inner()]) }), 0.15),
      };
    default:
      return {};
  }
}

/** @param {Random} random @param {() => JsonSchema} inner */
function propertiesOf(random, inner) {
  return Object.fromEntries(someOf(names, random).map((name) => [name, withOwnType(name, inner())]));
}

/** A property has the same scalar type in all schemas. @param {string} name @param {JsonSchema} schema */
function withOwnType(name, schema) {
  const isScalar = typeof schema === 'object' && scalars.includes(String(schema['type']));
  return isScalar ? { ...schema, type: typesByName[/** @type {keyof typeof typesByName} */ (name)] } : schema;
}

const typesByName = { a: 'string', b: 'integer', c: 'boolean', a1: 'number', 'x-y': 'string' };

/** @template T @param {readonly T[]} all @param {Random} random @returns {T[]} at least one */
function someOf(all, random) {
  const some = all.filter(() => random.chance(0.4));
  return some.length === 0 ? [random.pick(all)] : some;
}

/** @param {Random} random @param {() => JsonSchema} inner */
function combined(random, inner) {
  const key = random.pick(['allOf', 'allOf', 'oneOf', 'anyOf']);
  const parts = Array.from({ length: 1 + random.below(3) }, inner);
  const more = random.chance(0.15) ? { [random.pick(['oneOf', 'anyOf', 'allOf'])]: [inner(), inner()] } : {};
  return { ...more, [key]: parts };
}

/** Nobody writes parts of which no value has the types of all. @param {Record<string, any>} schema */
function consistent(schema) {
  const { allOf } = schema;
  if (allOf === undefined) return schema;
  return { ...schema, allOf: ofOneType([schema, ...allOf]).slice(1) };
}

/** @param {readonly JsonSchema[]} parts */
function ofOneType(parts) {
  const isScalar = (/** @type {JsonSchema} */ part) =>
    typeof part === 'object' && scalars.includes(String(part['type']));
  const first = parts.find(isScalar);
  return parts.map((part) =>
    isScalar(part) ? { .../** @type {object} */ (part), type: /** @type {any} */ (first)['type'] } : part,
  );
}

/** @param {Random} random @param {() => JsonSchema} inner */
function applicator(random, inner) {
  if (random.chance(0.5)) return { not: inner() };
  return { if: inner(), ...(random.chance(0.8) && { then: inner() }), ...(random.chance(0.5) && { else: inner() }) };
}

/** @param {Random} random */
function constantOf(random) {
  return random.chance(0.5) ? { const: random.pick(constants) } : { enum: someOf(constants, random) };
}
