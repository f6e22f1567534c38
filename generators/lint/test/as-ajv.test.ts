/** Rules about values and limits report what a validator rejects, and nothing else. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentOf, get, isArray, isObject, type Json, type JsonObject } from '../../document/index.js';
import { lint, rules } from '../index.js';

const ajv = new Ajv2020({ strict: false, validateSchema: false });
// An empty text stands for none.
ajv.addFormat('date', (text) => text === '' || new Date(text || 0).toJSON()?.startsWith(text) === true);

/** Returns the findings of these rules in a document with the schema. */
function findingsOf(schema: JsonObject, ...names: readonly string[]): readonly string[] {
  const content = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {},
    components: { schemas: { Box: schema } },
  };
  const selected = rules.filter(({ name }) => names.includes(name));
  return lint(documentOf('api.yaml', content), selected).map(({ sentence }) => sentence);
}

const values: readonly Json[] = [
  ...[null, true, -1, 0, 1, 2.5, 3, '', 'a', 'ab', 'abc', 'c', [], ['a'], ['a', 1], [1, 2, 3]],
  ...['2020-01-02', '2020-13-02', 'x2020-01-02', '2020-01-02x'],
  ...[{}, { A: 1 }, { A: 'a' }, { B: ['a'] }, { A: 'ab', B: [] }, { A: 'a', B: [2], C: null }],
];
const types = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
const optional = <T>(model: { readonly [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(model, { requiredKeys: [] });
const size = fc.integer({ min: 0, max: 3 });
const { schema } = fc.letrec<{ schema: JsonObject; properties: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonObject>({}, { enum: ['a', 1, ['a']] }, { type: 'string', enum: ['a', 'c'] }),
    optional({ minimum: size, maximum: size, minLength: size, maxLength: size, minItems: size, maxItems: size }),
    optional({ type: fc.oneof(fc.constantFrom(...types), fc.subarray(types, { minLength: 1 })) }),
    optional({ type: fc.constant('string'), pattern: fc.constantFrom('^[ab]*$', 'c|^$') }),
    fc.constantFrom<JsonObject>({ format: 'date' }, { readOnly: true }, { writeOnly: true, type: 'string' }),
    optional({ items: tie('schema'), additionalProperties: tie('schema') }),
    tie('properties'),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
  ) as fc.Arbitrary<JsonObject>,
  properties: fc
    .tuple(optional({ A: tie('schema'), B: tie('schema') }), fc.subarray(['A', 'B']))
    .map(([properties, names]) => ({
      properties,
      required: names.filter((name) => name in properties),
    })) as fc.Arbitrary<JsonObject>,
}));

/** Returns a schema that requires no property that only requests or only responses have: a default may be of either. */
function withoutOneWay(schema: JsonObject): JsonObject {
  const isOneWay = (name: Json) => {
    const property = get(schema['properties'] as JsonObject, String(name)) as JsonObject;
    return 'readOnly' in property || 'writeOnly' in property;
  };
  const text = JSON.stringify(schema, (_, value: Json) =>
    value !== schema && isObject(value) && isArray(value['required']) ? withoutOneWay(value) : value,
  );
  const { required, ...rest } = JSON.parse(text) as JsonObject;
  return isArray(required) ? { ...rest, required: required.filter((name) => !isOneWay(name)) } : rest;
}

it('a default contradicts its schema', () => {
  fc.assert(
    fc.property(schema, fc.constantFrom(...values), (drawn, value) => {
      const isValid = ajv.validate(withoutOneWay(drawn), value);
      expect(findingsOf({ ...drawn, default: value }, 'default-outside').length > 0).toBe(!isValid);
    }),
  );
});

it('no number has the limits', () => {
  const limit = fc.integer({ min: -4, max: 4 });
  const limits = optional({
    minimum: limit,
    exclusiveMinimum: limit,
    maximum: limit,
    exclusiveMaximum: limit,
    multipleOf: fc.constantFrom(0.5, 1, 1.5, 2, 3),
  });
  const numbers = Array.from({ length: 161 }, (_, index) => (index - 80) / 8);
  fc.assert(
    fc.property(fc.constantFrom('integer', 'number'), limits, (type, stated) => {
      const drawn = { type, ...stated };
      const validate = ajv.compile(drawn);
      expect(findingsOf(drawn, 'number-impossible').length > 0).toBe(!numbers.some((number) => validate(number)));
    }),
  );
});

it('no value has the types, or the properties that are required', () => {
  const some = fc.subarray(['null', 'boolean', 'number', 'string', 'array', 'object'], { minLength: 1 });
  const part = fc.oneof(
    some.map((type): JsonObject => ({ type })),
    fc.subarray<Json>([true, ['a']], { minLength: 1 }).map((values): JsonObject => ({ enum: values })),
  );
  const record = fc.oneof(
    fc.subarray(['A', 'B'], { minLength: 1 }).map((required): JsonObject => ({ required })),
    fc
      .constantFrom<JsonObject>({}, { A: {} })
      .map((properties): JsonObject => ({ properties, additionalProperties: false })),
  );
  const parts = (one: fc.Arbitrary<JsonObject>) => fc.array(one, { minLength: 1, maxLength: 3 });
  const combined = optional({ type: some, allOf: parts(fc.oneof(part, record)), anyOf: parts(part) });
  fc.assert(
    fc.property(combined as fc.Arbitrary<JsonObject>, (drawn) => {
      const validate = ajv.compile(drawn);
      const found = findingsOf(drawn, 'schema-without-values', 'types-contradictory');
      expect(found.length > 0, found.join(' ')).toBe(!values.some((value) => validate(value)));
    }),
  );
});
