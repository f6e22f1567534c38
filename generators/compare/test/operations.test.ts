/** Changes of operations, parameters, bodies, responses and headers. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import { comparedBothWays } from '../testing/reversed-changes.js';
import { apiOf, json, operation, post, thing } from '../testing/small-documents.js';

const string = { type: 'string' };
const query = (parts: JsonObject = {}) =>
  operation({ parameters: [{ name: 'q', in: 'query', schema: string, ...parts }] });
const responses = (responses: JsonObject) => operation({ responses });
const body = (parts: JsonObject) => operation({ requestBody: { ...json(string), ...parts } });
const content = (...types: string[]) => Object.fromEntries(types.map((type) => [type, { schema: string }]));
const stream = (kind?: string) =>
  responses({
    '200': { content: { 'application/json': { schema: {}, ...(kind && { 'x-lading-stream': { kind } }) } } },
  });
const header = (schema: JsonObject, required = false) =>
  responses({ '200': { headers: { 'X-Mark': { schema, required } } } });
const list = (explode: boolean) => query({ schema: { type: 'array', items: string }, explode });
const upgrade = (kind: string) => responses({ '101': { 'x-lading-stream': { kind } } });
const nothing = operation({});

/** older, newer, kind, subject, place, direction, breaks, sentence */
type OperationCase = readonly [Api, Api, string, string, string, string, string, string];
const rows: readonly OperationCase[] = [
  [
    apiOf({}),
    nothing,
    'added',
    'operation',
    'ThingMake',
    'both',
    'server',
    'The operation ThingMake (`POST /things`) was added.',
  ],
  [
    nothing,
    apiOf({}),
    'removed',
    'operation',
    'ThingMake',
    'both',
    'client',
    'The operation ThingMake (`POST /things`) was removed.',
  ],
  [
    nothing,
    operation({ deprecated: true }),
    'deprecated',
    'operation',
    'ThingMake',
    'both',
    'none',
    'The operation ThingMake is now deprecated.',
  ],
  [
    nothing,
    operation({ operationId: 'MakeThing' }),
    'renamed',
    'operation',
    'MakeThing',
    'both',
    'none',
    'The operation `ThingMake` was renamed to `MakeThing`; requests and responses do not change.',
  ],
  [
    operation({ operationId: 'thing_make' }),
    nothing,
    'renamed',
    'operation',
    'ThingMake',
    'both',
    'none',
    'The operation `thing_make` was renamed to `ThingMake`; requests and responses do not change.',
  ],
  [
    nothing,
    query(),
    'added',
    'parameter',
    'ThingMake query q',
    'request',
    'none',
    '`q` (query) was added to ThingMake.',
  ],
  [
    nothing,
    query({ required: true }),
    'added',
    'parameter',
    'ThingMake query q',
    'request',
    'client',
    '`q` (query) was added to ThingMake; it is required.',
  ],
  [
    query(),
    nothing,
    'removed',
    'parameter',
    'ThingMake query q',
    'request',
    'both',
    '`q` (query) was removed from ThingMake.',
  ],
  [
    query(),
    query({ required: true }),
    'required',
    'parameter',
    'ThingMake query q',
    'request',
    'client',
    '`q` (query) of ThingMake is now required.',
  ],
  [
    query(),
    query({ schema: { type: 'boolean' } }),
    'type',
    'parameter',
    'ThingMake query q',
    'request',
    'both',
    'The type of `q` (query) of ThingMake changed from `string` to `boolean`.',
  ],
  [
    query(),
    query({ schema: { ...string, default: 'x' } }),
    'default',
    'parameter',
    'ThingMake query q',
    'request',
    'none',
    '`q` (query) of ThingMake now has the default `"x"`.',
  ],
  [
    query(),
    query({ deprecated: true }),
    'deprecated',
    'parameter',
    'ThingMake query q',
    'request',
    'none',
    '`q` (query) of ThingMake is now deprecated.',
  ],
  [
    query({ schema: { enum: ['x', 'y'] } }),
    query({ schema: { enum: ['x'] } }),
    'enum',
    'parameter',
    'ThingMake query q',
    'request',
    'client',
    '`q` (query) of ThingMake lost the value `"y"`.',
  ],
  [
    list(true),
    list(false),
    'type',
    'parameter',
    'ThingMake query q',
    'request',
    'both',
    'The encoding of `q` (query) of ThingMake changed from `repeated` to `joined`.',
  ],
  [nothing, body({}), 'added', 'body', 'ThingMake body', 'request', 'none', 'A request body was added to ThingMake.'],
  [
    nothing,
    body({ required: true }),
    'added',
    'body',
    'ThingMake body',
    'request',
    'client',
    'A request body was added to ThingMake; it is required.',
  ],
  [
    body({}),
    nothing,
    'removed',
    'body',
    'ThingMake body',
    'request',
    'both',
    'A request body was removed from ThingMake.',
  ],
  [
    body({}),
    body({ required: true }),
    'required',
    'body',
    'ThingMake body',
    'request',
    'client',
    'The request body of ThingMake is now required.',
  ],
  [
    body({ content: content('a/b') }),
    body({ content: content('a/b', 'a/c') }),
    'added',
    'body',
    'ThingMake body a/c',
    'request',
    'server',
    '`a/c` was added to the request body of ThingMake.',
  ],
  [
    body({ content: content('a/b', 'a/c') }),
    body({ content: content('A/B') }),
    'removed',
    'body',
    'ThingMake body a/c',
    'request',
    'client',
    '`a/c` was removed from the request body of ThingMake.',
  ],
  [
    body({ content: content('a/b') }),
    body({ content: content('a/c') }),
    'type',
    'body',
    'ThingMake body',
    'request',
    'both',
    'The request body of ThingMake changed from `a/b` to `a/c`.',
  ],
  [
    nothing,
    responses({ '400': {} }),
    'added',
    'response',
    'ThingMake 400',
    'response',
    'none',
    'The response 400 was added to ThingMake.',
  ],
  [
    nothing,
    responses({ '204': {} }),
    'added',
    'response',
    'ThingMake 204',
    'response',
    'client',
    'The response 204 was added to ThingMake.',
  ],
  [
    responses({ '400': {} }),
    nothing,
    'removed',
    'response',
    'ThingMake 400',
    'response',
    'server',
    'The response 400 was removed from ThingMake.',
  ],
  [
    responses({ '200': {} }),
    nothing,
    'removed',
    'response',
    'ThingMake 200',
    'response',
    'both',
    'The response 200 was removed from ThingMake.',
  ],
  [
    responses({ '200': {} }),
    responses({ '200': json(string) }),
    'added',
    'response',
    'ThingMake 200 application/json',
    'response',
    'server',
    '`application/json` was added to the response 200 of ThingMake.',
  ],
  [
    responses({ '200': { content: content('a/b') } }),
    responses({ '200': { content: content('a/b', 'a/c') } }),
    'added',
    'response',
    'ThingMake 200 a/c',
    'response',
    'client',
    '`a/c` was added to the response 200 of ThingMake.',
  ],
  [
    responses({ '200': { content: content('a/b') } }),
    responses({ '200': { content: content('a/c', 'a/d') } }),
    'type',
    'response',
    'ThingMake 200',
    'response',
    'both',
    'The response 200 of ThingMake changed from `a/b` to `a/c` and `a/d`.',
  ],
  [
    responses({ '200': json(string) }),
    responses({ '200': json({}) }),
    'type',
    'response',
    'ThingMake 200',
    'response',
    'client',
    'The type of the response 200 of ThingMake changed from `string` to `any value`.',
  ],
  [
    stream(),
    stream('json-lines'),
    'behaviour',
    'response',
    'ThingMake 200',
    'response',
    'both',
    'The response 200 of ThingMake is now sent as `json-lines` instead of a single value.',
  ],
  [
    stream('raw'),
    stream('multiplexed'),
    'behaviour',
    'response',
    'ThingMake 200',
    'response',
    'both',
    'The response 200 of ThingMake is now sent as `multiplexed` instead of `raw`.',
  ],
  [
    upgrade('upgrade'),
    upgrade('http2'),
    'behaviour',
    'response',
    'ThingMake 101',
    'response',
    'both',
    'The response 101 of ThingMake is now sent as `http2` instead of `upgrade`.',
  ],
  [
    responses({ '200': {} }),
    header(string),
    'added',
    'header',
    'ThingMake 200 header X-Mark',
    'response',
    'none',
    'The header `X-Mark` was added to the response 200 of ThingMake.',
  ],
  [
    header(string),
    responses({ '200': {} }),
    'removed',
    'header',
    'ThingMake 200 header X-Mark',
    'response',
    'client',
    'The header `X-Mark` was removed from the response 200 of ThingMake.',
  ],
  [
    header(string, true),
    header(string),
    'required',
    'header',
    'ThingMake 200 header X-Mark',
    'response',
    'client',
    'The header `X-Mark` of the response 200 of ThingMake is no longer always present.',
  ],
];

describe('an operation changes', () => {
  for (const [older, newer, kind, subject, place, direction, breaks, sentence] of rows) {
    it(sentence, () => {
      const changes = comparedBothWays(older, newer);
      expect(changes.map((change) => [change.kind, change.subject, change.place])).toEqual([[kind, subject, place]]);
      expect(changes.map((change) => [change.direction, change.breaks, change.sentence])).toEqual([
        [direction, breaks, sentence],
      ]);
    });
  }

  it('is matched by method and path, whatever its parameters are called', () => {
    const at = (path: string, name: string) =>
      apiOf({
        paths: { [path]: { post: post({ parameters: [{ name, in: 'path', required: true, schema: string }] }) } },
      });
    expect(comparedBothWays(at('/things/{id}', 'id'), at('/things/{name}', 'name'))).toEqual([
      {
        kind: 'renamed',
        subject: 'parameter',
        place: 'ThingMake path name',
        operations: ['ThingMake'],
        direction: 'request',
        breaks: 'none',
        before: 'id',
        after: 'name',
        sentence: '`id` was renamed to `name` (path) of ThingMake; requests and responses do not change.',
      },
    ]);
    expect(comparedBothWays(at('/things/{id}', 'id'), at('/others/{id}', 'id')).map(({ kind }) => kind)).toEqual([
      'added',
      'removed',
    ]);
  });

  it('ignores the case of headers and media types', () => {
    const older = operation({ parameters: [{ name: 'X-Auth', in: 'header', schema: string }] });
    const newer = operation({ parameters: [{ name: 'x-auth', in: 'header', schema: string }] });
    expect(comparedBothWays(older, newer)).toEqual([]);
  });

  it('lists every operation that uses a schema, or their number if there are many', () => {
    const api = (field: string, names = 'edcba') =>
      apiOf({
        schemas: { Thing: { type: 'object', properties: { A: string, [field]: string } } },
        paths: Object.fromEntries(
          [...names].map((name) => [
            `/${name}`,
            { get: { operationId: `Thing${name}`, tags: ['Thing'], responses: { '200': json(thing) } } },
          ]),
        ),
      });
    expect(comparedBothWays(api('A'), api('B'))).toEqual([
      {
        kind: 'added',
        subject: 'field',
        place: 'Thing.B',
        operations: ['Thinga', 'Thingb', 'Thingc', 'Thingd', 'Thinge'],
        direction: 'response',
        breaks: 'none',
        after: { type: { kind: 'string' }, required: false },
        sentence: '`Thing.B` was added to responses of 5 operations.',
      },
    ]);
    const [few] = comparedBothWays(api('A', 'abcd'), api('B', 'abcd'));
    expect(few?.sentence).toBe('`Thing.B` was added to responses of Thinga, Thingb, Thingc, Thingd.');
  });

  it('compares the states of named sets', () => {
    const states = (...names: string[]) =>
      apiOf({ stateSets: { life: { values: Object.fromEntries(names.map((name) => [name, ''])) } } });
    expect(
      comparedBothWays(states('on'), states('on', 'off')).map(({ kind, subject, place, sentence }) => [
        kind,
        subject,
        place,
        sentence,
      ]),
    ).toEqual([['enum', 'api', 'life', 'The states `life` gained `"off"`.']]);
  });

  it('compares exported schemas that no operation uses by name, as non-breaking', () => {
    const api = (schemas: JsonObject) => apiOf({ schemas });
    const summariesOf = (older: Api, newer: Api) =>
      comparedBothWays(older, newer).map(({ kind, place, breaks, sentence }) => [kind, place, breaks, sentence]);
    expect(summariesOf(api({ Lone: string }), api({ Lone: { type: 'integer' } }))).toEqual([
      ['type', 'Lone', 'none', 'The type of `Lone` changed from `string` to `integer`.'],
    ]);
    expect(summariesOf(api({}), api({ Lone: string }))).toEqual([
      ['added', 'Lone', 'none', 'The schema `Lone`, which no operation uses, was added.'],
    ]);
  });
});
