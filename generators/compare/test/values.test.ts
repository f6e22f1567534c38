/** Changes of values: every kind, in requests, in responses and in both, and for whom it is breaking. */
import { describe, expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { comparedBothWays } from '../testing/reversed-changes.js';
import { carried, record, type Carrier } from '../testing/small-documents.js';

const string = { type: 'string' };
const integer = { type: 'integer' };
const colours = (...values: string[]) => ({ type: 'string', enum: values });
const open = (...values: string[]) => ({ ...colours(...values), 'x-lading-open-enum': true });
const ruled = (value: number) => ({
  ...integer,
  'x-lading-rules': [{ kind: 'zero-or-minimum', value, sentence: 'Words.' }],
});

/** name, older, newer, kind, place, breaks in requests, in responses, in both */
type ValueCase = readonly [string, JsonObject, JsonObject, string, string, string, string, string];
const a = (schema: JsonObject) => record({ A: schema });
const rows: readonly ValueCase[] = [
  [
    'optional field added',
    record({ B: string }),
    record({ B: string, A: string }),
    'added',
    'Thing.A',
    'none',
    'none',
    'none',
  ],
  [
    'required field added',
    record({ B: string }),
    record({ B: string, 'A!': string }),
    'added',
    'Thing.A',
    'client',
    'server',
    'both',
  ],
  [
    'field removed',
    record({ B: string, A: string }),
    record({ B: string }),
    'removed',
    'Thing.A',
    'both',
    'client',
    'both',
  ],
  ['required now', a(string), record({ 'A!': string }), 'required', 'Thing.A', 'client', 'server', 'both'],
  ['required no longer', record({ 'A!': string }), a(string), 'required', 'Thing.A', 'server', 'client', 'both'],
  ['nullable now', a(string), a({ type: ['string', 'null'] }), 'nullable', 'Thing.A', 'server', 'client', 'both'],
  ['nullable no longer', a({ type: ['string', 'null'] }), a(string), 'nullable', 'Thing.A', 'client', 'server', 'both'],
  ['another type', a(string), a(integer), 'type', 'Thing.A', 'both', 'both', 'both'],
  ['a wider type', a(integer), a({ type: 'number' }), 'type', 'Thing.A', 'server', 'client', 'both'],
  ['any value no longer', a({}), a(string), 'type', 'Thing.A', 'client', 'server', 'both'],
  [
    'fields sentencesOf',
    a({ type: 'object' }),
    a(record({ X: string })),
    'type',
    'Thing.A',
    'client',
    'server',
    'both',
  ],
  ['value added', a(colours('x', 'y')), a(colours('x', 'y', 'z')), 'enum', 'Thing.A', 'server', 'client', 'both'],
  ['value removed', a(colours('x', 'y', 'z')), a(colours('x', 'y')), 'enum', 'Thing.A', 'client', 'server', 'both'],
  ['value replaced', a(colours('x', 'y')), a(colours('x', 'z')), 'enum', 'Thing.A', 'both', 'both', 'both'],
  ['value added to an open list', a(open('x', 'y')), a(open('x', 'y', 'z')), 'enum', 'Thing.A', 'none', 'none', 'none'],
  ['list opened', a(colours('x', 'y')), a(open('x', 'y')), 'enum', 'Thing.A', 'server', 'client', 'both'],
  ['list closed', a(open('x', 'y')), a(colours('x', 'y')), 'enum', 'Thing.A', 'client', 'server', 'both'],
  ['text limited to a list', a(string), a(colours('x', 'y')), 'enum', 'Thing.A', 'client', 'server', 'both'],
  ['list given up', a(colours('x', 'y')), a(string), 'enum', 'Thing.A', 'server', 'client', 'both'],
  ['default sentencesOf', a(string), a({ ...string, default: 'x' }), 'default', 'Thing.A', 'none', 'none', 'none'],
  [
    'default no longer sentencesOf',
    a({ ...string, default: 'x' }),
    a(string),
    'default',
    'Thing.A',
    'none',
    'none',
    'none',
  ],
  [
    'default replaced',
    a({ ...string, default: 'x' }),
    a({ ...string, default: 'y' }),
    'default',
    'Thing.A',
    'client',
    'none',
    'client',
  ],
  [
    'minimum raised',
    a({ ...integer, minimum: 0 }),
    a({ ...integer, minimum: 1 }),
    'constraint',
    'Thing.A',
    'client',
    'server',
    'both',
  ],
  [
    'minimum lowered',
    a({ ...integer, minimum: 1 }),
    a({ ...integer, minimum: 0 }),
    'constraint',
    'Thing.A',
    'server',
    'client',
    'both',
  ],
  [
    'maximum raised',
    a({ ...integer, maximum: 1 }),
    a({ ...integer, maximum: 2 }),
    'constraint',
    'Thing.A',
    'server',
    'client',
    'both',
  ],
  ['maximum added', a(integer), a({ ...integer, maximum: 2 }), 'constraint', 'Thing.A', 'client', 'server', 'both'],
  [
    'range moved',
    a({ ...integer, minimum: 0, maximum: 1 }),
    a({ ...integer, minimum: 1, maximum: 2 }),
    'constraint',
    'Thing.A',
    'both',
    'both',
    'both',
  ],
  ['pattern added', a(string), a({ ...string, pattern: '^a' }), 'constraint', 'Thing.A', 'client', 'server', 'both'],
  [
    'pattern changed',
    a({ ...string, pattern: '^b' }),
    a({ ...string, pattern: '^a' }),
    'constraint',
    'Thing.A',
    'both',
    'both',
    'both',
  ],
  [
    'length limited',
    a(string),
    a({ ...string, minLength: 1, maxLength: 9 }),
    'constraint',
    'Thing.A',
    'client',
    'server',
    'both',
  ],
  [
    'entries limited',
    a({ type: 'array', items: string }),
    a({ type: 'array', items: string, minItems: 2, maxItems: 2 }),
    'constraint',
    'Thing.A',
    'client',
    'server',
    'both',
  ],
  [
    'format sentencesOf',
    a(string),
    a({ ...string, format: 'date-time' }),
    'constraint',
    'Thing.A',
    'none',
    'none',
    'none',
  ],
  [
    'format wider',
    a({ ...integer, format: 'int32' }),
    a({ ...integer, format: 'int64' }),
    'constraint',
    'Thing.A',
    'server',
    'client',
    'both',
  ],
  [
    'format narrower',
    a({ ...integer, format: 'uint64' }),
    a({ ...integer, format: 'uint16' }),
    'constraint',
    'Thing.A',
    'client',
    'server',
    'both',
  ],
  [
    'format replaced',
    a({ ...string, format: 'uri' }),
    a({ ...string, format: 'cidr' }),
    'constraint',
    'Thing.A',
    'both',
    'both',
    'both',
  ],
  [
    'sentinel added',
    a({ ...integer, minimum: 0 }),
    a({ ...integer, minimum: 0, 'x-lading-sentinels': [-1] }),
    'constraint',
    'Thing.A',
    'server',
    'client',
    'both',
  ],
  ['rule added', a(integer), a(ruled(4)), 'constraint', 'Thing.A', 'client', 'server', 'both'],
  ['rule changed', a(ruled(4)), a(ruled(6)), 'constraint', 'Thing.A', 'both', 'both', 'both'],
  ['deprecated', a(string), a({ ...string, deprecated: true }), 'deprecated', 'Thing.A', 'none', 'none', 'none'],
  [
    'deprecated no longer',
    a({ ...string, deprecated: true }),
    a(string),
    'deprecated',
    'Thing.A',
    'none',
    'none',
    'none',
  ],
  ['schema deprecated', a(string), { ...a(string), deprecated: true }, 'deprecated', 'Thing', 'none', 'none', 'none'],
  [
    'entry changed',
    a({ type: 'array', items: string }),
    a({ type: 'array', items: integer }),
    'type',
    'Thing.A[]',
    'both',
    'both',
    'both',
  ],
  [
    'entry nullable',
    a({ type: 'array', items: string }),
    a({ type: 'array', items: { type: ['string', 'null'] } }),
    'nullable',
    'Thing.A[]',
    'server',
    'client',
    'both',
  ],
  [
    'map value changed',
    a({ type: 'object', additionalProperties: string }),
    a({ type: 'object', additionalProperties: integer }),
    'type',
    'Thing.A{}',
    'both',
    'both',
    'both',
  ],
  [
    'other keys got a meaning',
    a(string),
    { ...a(string), additionalProperties: string },
    'added',
    'Thing{}',
    'none',
    'none',
    'none',
  ],
  [
    'other keys lost it',
    { ...a(string), additionalProperties: string },
    a(string),
    'removed',
    'Thing{}',
    'both',
    'client',
    'both',
  ],
  [
    'other keys changed',
    { ...a(string), additionalProperties: string },
    { ...a(string), additionalProperties: integer },
    'type',
    'Thing{}',
    'both',
    'both',
    'both',
  ],
  [
    'option added',
    a({ oneOf: [string, integer] }),
    a({ oneOf: [{ type: 'boolean' }, integer, string] }),
    'type',
    'Thing.A',
    'server',
    'client',
    'both',
  ],
  [
    'any value beside other options',
    a({ oneOf: [string, integer] }),
    a({ oneOf: [{ type: 'boolean' }, integer, {}] }),
    'type',
    'Thing.A',
    'server',
    'client',
    'both',
  ],
  [
    'option nullable now',
    a({ oneOf: [string, integer] }),
    a({ oneOf: [{ type: ['string', 'null'] }, integer] }),
    'nullable',
    'Thing.A',
    'server',
    'client',
    'both',
  ],
  ['option removed', a({ oneOf: [string, integer] }), a(string), 'type', 'Thing.A', 'client', 'server', 'both'],
  [
    'field of an option',
    a({ oneOf: [string, record({ X: string })] }),
    a({ oneOf: [record({ X: integer }), string] }),
    'type',
    'Thing.A.X',
    'both',
    'both',
    'both',
  ],
  [
    'deep inside',
    a(record({ B: record({ 'C d': string }) })),
    a(record({ B: record({ 'C d': integer }) })),
    'type',
    'Thing.A.B["C d"]',
    'both',
    'both',
    'both',
  ],
  ['schema of another kind', colours('x', 'y'), a(string), 'type', 'Thing', 'both', 'both', 'both'],
];

describe('a value changes', () => {
  for (const [name, older, newer, kind, place, ...breaks] of rows) {
    it(`${name}: ${kind} ${place}`, () => {
      const carriers: readonly Carrier[] = ['request', 'response', 'both'];
      const found = carriers.map((by) => comparedBothWays(carried(by, older), carried(by, newer)));
      expect(found.map((changes) => changes.map((change) => [change.kind, change.place]))).toEqual(
        carriers.map(() => [[kind, place]]),
      );
      expect(found.flat().map((change) => change.direction)).toEqual(carriers);
      expect(found.flat().map((change) => change.breaks)).toEqual(breaks);
      expect(found.flat().map((change) => change.operations)).toEqual([
        ['ThingMake'],
        ['ThingGet'],
        ['ThingGet', 'ThingMake'],
      ]);
    });
  }

  it('contains the values before and after', () => {
    const enums = comparedBothWays(carried('both', a(colours('x', 'y'))), carried('both', a(open('y', 'z'))));
    expect(enums.map(({ before, after }) => [before, after])).toEqual([
      [
        { values: ['x', 'y'], open: false },
        { values: ['y', 'z'], open: true },
      ],
    ]);
    const bounds = comparedBothWays(
      carried('both', a({ ...integer, minimum: 1, format: 'int32' })),
      carried('both', a({ ...integer, minimum: 0, maximum: 9, format: 'int32' })),
    );
    expect(bounds.map(({ before, after }) => [before, after])).toEqual([[{ minimum: 1 }, { minimum: 0, maximum: 9 }]]);
  });
});

describe('the sentence of a change', () => {
  const sentencesOf = (by: Carrier, older: JsonObject, newer: JsonObject) =>
    comparedBothWays(carried(by, older), carried(by, newer)).map(({ sentence }) => sentence);

  it.each<[JsonObject, JsonObject, string]>([
    [
      a(string),
      record({ A: string, 'B!': string }),
      '`Thing.B` was added to requests and responses of ThingGet, ThingMake; it is required and always present.',
    ],
    [
      record({ A: string, B: string }),
      a(string),
      '`Thing.B` was removed from requests and responses of ThingGet, ThingMake.',
    ],
    [
      record({ 'A!': string }),
      a(string),
      '`A` of `Thing` is no longer required in requests and no longer always present in responses.',
    ],
    [a(string), a({ type: ['string', 'null'] }), '`A` of `Thing` is now nullable.'],
    [
      a(string),
      a({ type: 'array', items: integer }),
      'The type of `A` of `Thing` changed from `string` to `array of integer`.',
    ],
    [
      a({ type: 'array', items: string }),
      a({ type: 'array', items: integer }),
      'The type of an item of `A` of `Thing` changed from `string` to `integer`.',
    ],
    [
      a(colours('x', 'y')),
      a(colours('y', 'z', '')),
      '`A` of `Thing` gained the values `"z"` and `""` and lost the value `"x"`.',
    ],
    [a(colours('x', 'y')), a(open('x', 'y')), '`A` of `Thing` now allows other values.'],
    [a(string), a(colours('x', 'y')), '`A` of `Thing` is now limited to `"x"` and `"y"`.'],
    [
      a({ ...string, default: 'x' }),
      a({ ...string, default: 'y' }),
      '`A` of `Thing` now has the default `"y"` instead of `"x"`.',
    ],
    [
      a({ ...integer, minimum: 1, maximum: 9 }),
      a({ ...integer, minimum: 0 }),
      '`A` of `Thing` now has the minimum `0` instead of `1` and no longer has the maximum `9`.',
    ],
    [a(string), a({ ...string, deprecated: true }), '`A` of `Thing` is now deprecated.'],
  ])('%#', (older, newer, sentence) => expect(sentencesOf('both', older, newer)).toEqual([sentence]));

  it('in the words of the direction', () => {
    const [older, newer] = [record({ 'A!': string }), a(string)];
    expect(sentencesOf('request', older, newer)).toEqual(['`A` of `Thing` is no longer required.']);
    expect(sentencesOf('response', older, newer)).toEqual(['`A` of `Thing` is no longer always present.']);
  });
});

describe('a string that becomes a named enum', () => {
  const components = (Lid: JsonObject): JsonObject => ({
    Box: { type: 'object', properties: { Lid } },
    Colour: open('red', 'blue'),
  });
  const api = (version: string, schemas: JsonObject) =>
    normalize(
      documentOf('api.yaml', {
        openapi: '3.1.0',
        info: { title: 'A', version },
        paths: {
          '/box': {
            get: {
              operationId: 'BoxGet',
              responses: {
                200: {
                  description: '',
                  content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } },
                },
              },
            },
          },
        },
        components: { schemas },
      }),
    );
  const [plain, named] = [components(string), components({ $ref: '#/components/schemas/Colour' })];

  it.each([
    ['forward', plain, named],
    ['backward', named, plain],
  ] as const)('%s is a change of the property', (_, older, newer) => {
    const places = comparedBothWays(api('1', older), api('2', newer)).map(({ kind, place }) => `${kind} ${place}`);
    expect(places).toContain('enum Box.Lid');
  });
});
