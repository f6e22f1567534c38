/** Arbitrary small sets of schemas that refer to each other. */
import fc from 'fast-check';
import type { JsonObject } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import { apiOf, json, post } from './small-documents.js';

const names = ['S0', 'S1', 'S2', 'S3'] as const;
const fieldNames = ['a', 'b', 'c', '__proto__', ' x'] as const;
const reference = fc.constantFrom(...names).map((name): JsonObject => ({ $ref: `#/components/schemas/${name}` }));

const scalar: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'boolean', 'number') }),
  fc.record({ type: fc.constant('integer'), minimum: fc.nat(2), format: fc.constantFrom('int32', 'int64') }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^a', '^b') }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant(['string', 'null']), default: fc.constantFrom('x', 'y') }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('string'), deprecated: fc.boolean() }),
  fc.record({
    enum: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { minLength: 1 }),
    'x-lading-open-enum': fc.boolean(),
  }),
);

const { record } = fc.letrec<{ schema: JsonObject; record: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    scalar,
    reference,
    tie('record'),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.tuple(reference, tie('record')).map((allOf): JsonObject => ({ allOf })),
    tie('record').map((record): JsonObject => ({ oneOf: [{ type: 'boolean' }, record] })),
  ),
  record: fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...fieldNames), tie('schema'), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }),
      required: fc.uniqueArray(fc.constantFrom(...fieldNames)),
    })
    .map(({ properties, required }): JsonObject => ({ type: 'object', properties, required })),
}));

type SchemaSet = Readonly<Record<(typeof names)[number], JsonObject>>;
export const anySchemas: fc.Arbitrary<SchemaSet> = fc.record({ S0: record, S1: record, S2: record, S3: record });

/** Two versions, most of whose schemas are equal. */
export const anyTwo: fc.Arbitrary<readonly [Api, Api]> = fc
  .tuple(anySchemas, fc.dictionary(fc.constantFrom(...names), record, { maxKeys: 2, noNullPrototype: true }))
  .map(([schemas, others]) => [apiFor(schemas), apiFor({ ...schemas, ...others })] as const);

export function apiFor(schemas: SchemaSet): Api {
  const use = (name: string): JsonObject => json({ $ref: `#/components/schemas/${name}` });
  return apiOf({
    schemas,
    paths: {
      '/one': { post: post({ operationId: 'ThingOne', requestBody: use('S0'), responses: { '200': use('S1') } }) },
      '/two': { post: post({ operationId: 'ThingTwo', requestBody: use('S2'), responses: { '200': use('S0') } }) },
    },
  });
}
