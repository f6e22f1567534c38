/** Constraints of schemas are reported wherever a schema is used, whether it has a name in one version, in both, or in none. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import { comparedBothWays } from '../testing/reversed-changes.js';
import { apiOf, carried, json, operation, record, thing } from '../testing/small-documents.js';

const rule = { kind: 'at-least-one-of', fields: ['A', 'B'] };
const fields = record({ A: { type: 'string' }, B: { type: 'string' } });
const plain = { ...fields, description: 'Words.' };
const ruled = { ...plain, 'x-lading-rules': [{ ...rule, sentence: 'One of both.' }] };
const alias = { allOf: [{ $ref: '#/components/schemas/Base' }] };
const ruledAlias = { ...alias, 'x-lading-rules': ruled['x-lading-rules'] };

const named = (schema: JsonObject): Api => carried('request', schema);
const inline = (schema: JsonObject): Api => operation({ requestBody: { required: true, ...json(schema) } });
const aliased = (schema: JsonObject): Api => carried('request', schema, { Base: fields });
const inResponse = (schema: JsonObject): Api => operation({ responses: { '200': json(schema) } });
const inside = (schema: JsonObject): Api => named(record({ Id: { type: 'string' }, In: schema }));
const sent = (schema: JsonObject, others: JsonObject): Api =>
  apiOf({
    schemas: { Thing: schema, ...others },
    paths: {
      '/things': { put: { operationId: 'ThingMake', tags: ['Thing'], requestBody: json(thing), responses: {} } },
    },
  });

describe('an added constraint is reported once', () => {
  it.each<[string, Api, Api, string, string]>([
    ['on a named body', named(plain), named(ruled), 'Thing', 'client'],
    ['on an inline body', inline(plain), inline(ruled), 'ThingMakeRequest', 'client'],
    ['on a body that got a name', inline(plain), named(ruled), 'Thing', 'client'],
    ['on a body that lost its name', named(plain), inline(ruled), 'ThingMakeRequest', 'client'],
    ['on an alias of another schema', aliased(alias), aliased(ruledAlias), 'Thing', 'client'],
    ['on an inline response', inResponse(plain), inResponse(ruled), 'ThingMakeResponse', 'server'],
    [
      'on entries',
      inside({ type: 'array', items: plain }),
      inside({ type: 'array', items: ruled }),
      'Thing.In[]',
      'client',
    ],
    [
      'on the values of a map',
      inside({ type: 'object', additionalProperties: plain }),
      inside({ type: 'object', additionalProperties: ruled }),
      'Thing.In{}',
      'client',
    ],
    [
      'on an option',
      inside({ oneOf: [plain, { type: 'string' }] }),
      inside({ oneOf: [ruled, { type: 'string' }] }),
      'Thing.In',
      'client',
    ],
    ['on an inline field', inside(plain), inside(ruled), 'Thing.In', 'client'],
  ])('%s', (_name, older, newer, place, breaks) => {
    expect(comparedBothWays(older, newer).map(summaryOf)).toEqual([
      { kind: 'constraint', place, before: { rules: [] }, after: { rules: [rule] }, operations: ['ThingMake'], breaks },
    ]);
    expect(comparedBothWays(newer, older)).toHaveLength(1);
  });
});

describe('an unchanged constraint is no change', () => {
  const others = { Base: ruled };
  it.each<[string, Api, Api]>([
    ['when an inline body gets a name', inline(ruled), named(ruled)],
    [
      'when entries get a name',
      inside({ type: 'array', items: ruled }),
      sent(
        record({ Id: { type: 'string' }, In: { type: 'array', items: { $ref: '#/components/schemas/Base' } } }),
        others,
      ),
    ],
    ['when its schema gets another name', named(ruled), sent(alias, others)],
    ['when it moves from a schema to an alias of it', sent(alias, others), sent(ruledAlias, { Base: fields })],
    ['when a schema and an alias of it have it', sent(alias, others), sent(ruledAlias, others)],
  ])('%s', (_name, older, newer) => {
    const rules = [...comparedBothWays(older, newer), ...comparedBothWays(newer, older)].filter(
      ({ kind }) => kind === 'constraint',
    );
    expect(rules).toEqual([]);
  });
});

function summaryOf({ kind, place, before, after, operations, breaks }: ReturnType<typeof comparedBothWays>[number]) {
  return { kind, place, before, after, operations, breaks };
}
