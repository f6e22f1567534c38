/** Tests changes of the keywords that combine types, or limit them: tuples, intersections, discriminators, objects. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { comparedBothWays } from '../testing/reversed-changes.js';
import { carried, record } from '../testing/small-documents.js';

const string = { type: 'string' };
const others = {
  Cat: record({ kind: string, lives: { type: 'integer' } }),
  Dog: record({ kind: string, barks: { type: 'boolean' } }),
};
const pets = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
const either = (...options: JsonObject[]) => ({ ...record({ A: string, B: string }), oneOf: options });

/** Two schemas, the kind of the change, whom it breaks in requests, and whom in responses. */
type KeywordCase = readonly [
  name: string,
  older: JsonObject,
  newer: JsonObject,
  kind: string,
  request: string,
  response: string,
];
const rows: readonly KeywordCase[] = [
  ['a type of a tuple', tuple(string), tuple({ type: 'integer' }), 'type', 'both', 'both'],
  ['a tuple that is closed', tuple(string), { ...tuple(string), items: false }, 'type', 'client', 'server'],
  [
    'a part that is added',
    record({ A: string, B: string }),
    either({ required: ['A'] }, { required: ['B'] }),
    'type',
    'client',
    'server',
  ],
  [
    'a property that a condition requires',
    { ...record({ A: string }), if: record({ A: { const: 'a' } }), then: record({ B: string }) },
    { ...record({ A: string }), if: record({ A: { const: 'a' } }), then: record({ B: { type: 'integer' } }) },
    'constraint',
    'both',
    'both',
  ],
  [
    'what a property depends on',
    record({ A: string }),
    { ...record({ A: string }), dependentSchemas: { A: { required: ['B'] } } },
    'constraint',
    'client',
    'server',
  ],
  [
    'what is excluded',
    { type: 'string', not: { const: 'a' } },
    { type: 'string', not: { const: 'b' } },
    'constraint',
    'both',
    'both',
  ],
  [
    'an item that there must be',
    { type: 'array', contains: record({ A: string }) },
    { type: 'array', contains: record({ A: { type: 'integer' } }) },
    'constraint',
    'both',
    'both',
  ],
  [
    'a property that no part describes',
    { allOf: [{ oneOf: pets }, record({ A: string })] },
    { allOf: [{ oneOf: pets }, record({ A: string })], unevaluatedProperties: false },
    'constraint',
    'client',
    'server',
  ],
  [
    'an item that no part describes',
    { allOf: [{ anyOf: [tuple(string), tuple({ type: 'integer' })] }, { minItems: 1 }], unevaluatedItems: false },
    { allOf: [{ anyOf: [tuple(string), tuple({ type: 'integer' })] }, { minItems: 1 }] },
    'constraint',
    'server',
    'client',
  ],
  [
    'a property that no condition describes',
    { ...record({ A: string }), dependentSchemas: { A: record({ B: string }) } },
    { ...record({ A: string }), dependentSchemas: { A: record({ B: string }) }, unevaluatedProperties: false },
    'constraint',
    'client',
    'server',
  ],
  ['a value of a mixed enum', { enum: [1, 'a'] }, { enum: [1, 'a', true] }, 'enum', 'server', 'client'],
  ['a type that becomes an enum', { type: 'number' }, { type: 'number', enum: [0.5, 1.5] }, 'enum', 'client', 'server'],
  [
    'unknown properties',
    record({ A: string }),
    { ...record({ A: string }), additionalProperties: false },
    'constraint',
    'client',
    'server',
  ],
  [
    'the number of properties',
    { type: 'object', maxProperties: 2 },
    { type: 'object', maxProperties: 3 },
    'constraint',
    'server',
    'client',
  ],
  ['unique items', { type: 'array', uniqueItems: true }, { type: 'array' }, 'constraint', 'server', 'client'],
  [
    'a divisor',
    { type: 'integer', multipleOf: 2 },
    { type: 'integer', multipleOf: 6 },
    'constraint',
    'client',
    'server',
  ],
  [
    'an exclusive limit',
    { type: 'number', exclusiveMinimum: 1 },
    { type: 'number', exclusiveMinimum: 0 },
    'constraint',
    'server',
    'client',
  ],
  [
    'the names of properties',
    { type: 'object', propertyNames: { maxLength: 3 } },
    { type: 'object', propertyNames: { maxLength: 4 } },
    'constraint',
    'server',
    'client',
  ],
  [
    'the type of a pattern',
    { type: 'object', patternProperties: { '^x': string } },
    { type: 'object', patternProperties: { '^x': { type: 'integer' } } },
    'type',
    'both',
    'both',
  ],
  [
    'the property of a discriminator',
    { oneOf: pets, discriminator: { propertyName: 'kind' } },
    { oneOf: pets, discriminator: { propertyName: 'type' } },
    'behaviour',
    'both',
    'both',
  ],
  [
    'the value of a discriminator',
    { oneOf: pets, discriminator: { propertyName: 'kind' } },
    { oneOf: pets, discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } } },
    'behaviour',
    'both',
    'both',
  ],
  ['an option that is added', { oneOf: pets.slice(0, 1) }, { oneOf: pets }, 'type', 'server', 'client'],
  ['an option that is removed', { oneOf: [...pets, string] }, { oneOf: pets }, 'type', 'client', 'server'],
  ['an option that is replaced', { oneOf: [...pets, string] }, { oneOf: [...pets, tuple()] }, 'type', 'both', 'both'],
  ['a property that must be absent', record({ A: string }), record({ A: false }), 'type', 'client', 'server'],
];

function tuple(...items: JsonObject[]): JsonObject {
  return { type: 'array', prefixItems: items };
}

describe('a change is reported with its kind and whom it breaks', () => {
  it.each(rows)('%s', (_name, older, newer, kind, request, response) => {
    const changes = (by: 'request' | 'response') =>
      comparedBothWays(carried(by, older, others), carried(by, newer, others)).filter(({ place }) =>
        place.startsWith('Thing'),
      );
    expect(changes('request').map((change) => [change.kind, change.breaks])).toEqual([[kind, request]]);
    expect(changes('response').map((change) => [change.kind, change.breaks])).toEqual([[kind, response]]);
  });

  it.each([
    ['number', 'maximum', 'minimum'],
    ['number', 'exclusiveMaximum', 'exclusiveMinimum'],
    ['string', 'maxLength', 'minLength'],
    ['array', 'maxItems', 'minItems'],
    ['object', 'maxProperties', 'minProperties'],
  ])('limits of a %s that are added, removed, raised and lowered: %s and %s', (type, most, least) => {
    const breaks = (keyword: string, older?: number, newer?: number) =>
      (['request', 'response'] as const).map((by) => {
        const api = (value?: number) => carried(by, { type, ...(value !== undefined && { [keyword]: value }) });
        return comparedBothWays(api(older), api(newer)).map((change) => change.breaks);
      });
    for (const [keyword, wide, narrow] of [
      [most, 3, 2],
      [most, undefined, 2],
      [least, 2, 3],
      [least, undefined, 3],
    ] as const) {
      expect(breaks(keyword, wide, narrow)).toEqual([['client'], ['server']]);
      expect(breaks(keyword, narrow, wide)).toEqual([['server'], ['client']]);
    }
  });

  it('except where schemas are only written differently', () => {
    const older = { allOf: [record({ A: string }), { required: ['A'] }] };
    expect(comparedBothWays(carried('both', older), carried('both', record({ 'A!': string })))).toEqual([]);
  });

  it.each([true, {}])('except where undeclared properties are allowed in so many words: %j', (additionalProperties) => {
    const [silent, stated] = [record({ A: string }), { ...record({ A: string }), additionalProperties }];
    expect(comparedBothWays(carried('both', silent), carried('both', stated))).toEqual([]);
    expect(comparedBothWays(carried('both', stated), carried('both', silent))).toEqual([]);
  });
});

describe('schemas that a discriminator chooses by inheritance', () => {
  const base = (mapping: JsonObject): JsonObject => ({
    ...record({ kind: string }),
    discriminator: { propertyName: 'kind', mapping },
  });
  const extending = (properties: JsonObject) => ({ allOf: [{ $ref: '#/components/schemas/Thing' }, { properties }] });
  const cats = { Kitten: extending({ age: { type: 'integer' } }), Lion: extending({ mane: { type: 'boolean' } }) };
  const sentences = (older: JsonObject, newer: JsonObject, more: Readonly<Record<string, JsonObject>> = cats) =>
    comparedBothWays(carried('response', older, cats), carried('response', newer, more)).map(({ sentence, breaks }) => [
      sentence,
      breaks,
    ]);

  it('are compared with each other', () => {
    const mapping = base({ kitten: 'Kitten', lion: 'Lion' });
    const changed = { ...cats, Lion: extending({ mane: { type: 'boolean' }, pride: string }) };
    expect(sentences(mapping, mapping, changed)).toEqual([
      ['`Lion.pride` was added to responses of ThingGet.', 'none'],
    ]);
  });

  it('may be added and removed', () => {
    const [both, one] = [base({ kitten: 'Kitten', lion: 'Lion' }), base({ kitten: 'Kitten' })];
    const only = { Kitten: cats.Kitten };
    expect(sentences(both, one, only)).toEqual([['`Thing` lost the variant `"lion"`.', 'server']]);
    expect(
      comparedBothWays(carried('request', one, only), carried('request', both, cats)).map(({ sentence, breaks }) => [
        sentence,
        breaks,
      ]),
    ).toEqual([['`Thing` gained the variant `"lion"`.', 'server']]);
  });
});
