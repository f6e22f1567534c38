/** Tests conversions of rules and hooks: the order in which they act, what hooks see, and how warnings are returned. */
import { describe, expect, it } from 'vitest';
import {
  chain,
  conversionOf,
  lossHeader,
  Refusal,
  withLosses,
  type ResponseMessage,
  type OperationConversion,
  type RequestMessage,
  type Hook,
  type ValueHook,
} from '../src/index.js';
import { requestOf } from './scene.js';

const none = { upgrade: [], downgrade: [] };

function callOf(
  operations: Readonly<Record<string, Partial<OperationConversion>>>,
  hooks: Readonly<Record<string, Hook | ValueHook>>,
  body: unknown,
  implementation: (request: RequestMessage) => ResponseMessage,
  operation = 'BoxCreate',
) {
  const whole = Object.fromEntries(
    Object.entries(operations).map(([id, some]) => [id, { request: none, response: none, ...some }]),
  );
  const conversion = conversionOf({ client: '1', engine: '2', requests: 'upgrade', operations: whole, hooks });
  const send = async (request: RequestMessage) => implementation(request);
  return conversion.of(operation)?.(requestOf({ operation, body }), send, (asked, input) =>
    send(requestOf({ operation: asked, ...input })),
  );
}

const ok = (body: unknown = {}): ResponseMessage => ({ status: 200, headers: {}, body });

it('without rules there is no conversion', () => {
  const conversion = conversionOf({
    client: '1',
    engine: '2',
    requests: 'upgrade',
    operations: { Same: { request: none, response: none } },
    hooks: {},
  });
  expect([
    conversion.of('Same'),
    conversion.of('Unknown'),
    conversion.of('toString'),
    conversion.of('__proto__'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  expect([conversion.client, conversion.engine]).toEqual(['1', '2']);
});

it.each([
  [
    'hooks act between the rules before them and those after them, in both directions',
    'other',
    // The hook of the response is outside of that of the request: it sees the client's original request.
    ['in {}', 'in {"A":1}', 'at {"A":1,"B":1}', 'out {}', 'out {"C":1}'],
  ],
  ['a hook of both directions is called once, outside', 'look', ['in {}', 'at {"A":1,"B":1}', 'out {"C":1}']],
])('%s', async (_about, ofResponse, wanted) => {
  const path: string[] = [];
  const hook: Hook = {
    async around(request, next) {
      path.push(`in ${JSON.stringify(request.body)}`);
      const response = await next(request);
      path.push(`out ${JSON.stringify(response.body)}`);
      return response;
    },
  };
  const set = (name: string) => ({ rule: 'set' as const, at: { body: name }, value: 1 });
  const between = [set('A'), { rule: 'hook' as const, at: { body: 'A' }, hook: 'look' }, set('B')];
  const response = await callOf(
    {
      BoxCreate: {
        request: { upgrade: between, downgrade: [] },
        response: { upgrade: [], downgrade: [set('C'), { rule: 'hook', at: {}, hook: ofResponse }, set('D')] },
      },
    },
    { look: hook, other: hook },
    {},
    ({ body }) => {
      path.push(`at ${JSON.stringify(body)}`);
      return ok();
    },
  );
  expect(response?.body).toEqual({ C: 1, D: 1 });
  expect(path).toEqual(wanted);
});

it('a hook is skipped if its condition holds nowhere', async () => {
  const hook: Hook = { around: async () => ok('called') };
  const rule = { rule: 'hook' as const, at: { body: 'L[].A' }, when: [{ of: '', is: [true] }], hook: 's' };
  const operations = { BoxCreate: { request: { upgrade: [rule], downgrade: [] } } };
  const bodyOf = async (body: unknown) => (await callOf(operations, { s: hook }, body, () => ok('passed')))?.body;
  expect(await bodyOf({ L: [{ A: true }] })).toBe('called');
  expect(await bodyOf({ L: [{ A: false }, {}] })).toBe('passed');
  expect(await bodyOf(undefined)).toBe('passed');
});

it('a hook is called for further operations that it names', async () => {
  const hook: Hook = {
    also: ['BoxStart'],
    around: async (request, next) => ({ ...(await next(request)), status: 299 }),
  };
  expect(await callOf({}, { s: hook }, undefined, () => ok(), 'BoxStart')).toMatchObject({ status: 299 });
  expect(await callOf({}, { s: hook }, undefined, () => ok(), 'BoxStop')).toBeUndefined();
});

it('a hook sends requests to the implementation in its version, without any rules', async () => {
  const hook: Hook = {
    around: async (request, next, ask) =>
      ok([(await ask('BoxList', { query: { all: true } })).body, (await next(request)).body]),
  };
  const refused = { rule: 'refuse' as const, at: {}, status: 400, message: 'no' };
  const operations = {
    BoxCreate: { request: { upgrade: [{ rule: 'hook' as const, at: {}, hook: 's' }], downgrade: [] } },
    BoxList: { request: { upgrade: [refused], downgrade: [] } },
  };
  const response = await callOf(operations, { s: hook }, undefined, ({ operation, query }) => ok([operation, query]));
  expect(response?.body).toEqual([
    ['BoxList', { all: true }],
    ['BoxCreate', {}],
  ]);
});

describe('warnings', () => {
  const upgrade = [{ rule: 'drop' as const, at: { body: 'A' }, warning: 'A is lost' }];
  const warned = async (response: ResponseMessage, body: unknown = { A: 1 }) =>
    (await callOf({ BoxCreate: { request: { upgrade, downgrade: [] } } }, {}, body, () => response))?.body;
  it.each([
    [{ Id: 1 }, { Id: 1, Warnings: ['A is lost'] }],
    [{ Warnings: null }, { Warnings: ['A is lost'] }],
    [{ Warnings: ['x'] }, { Warnings: ['x', 'A is lost'] }],
    ['text', 'text'],
    [undefined, undefined],
  ])('%j → %j', async (given, wanted) =>
    expect(await warned({ status: 200, headers: {}, body: given })).toEqual(wanted),
  );
  it('none if nothing is lost, or the operation failed', async () => {
    expect(await warned(ok({}), {})).toEqual({});
    expect(await warned({ status: 500, headers: {}, body: {} })).toEqual({});
  });
});

it('the implementation gets the losses of rules and hooks beside the request, in their order', async () => {
  const hook: Hook = {
    around: (request, next) => next(withLosses(request, [{ id: 'slow', message: 'it is slower' }])),
  };
  const upgrade = [
    { rule: 'drop' as const, at: { body: 'A.B' }, warning: 'B is lost' },
    { rule: 'hook' as const, at: {}, hook: 'slower' },
    { rule: 'warn' as const, difference: 'c', at: { body: 'C' }, warning: 'C means more' },
  ];
  let losses: RequestMessage['losses'];
  const response = await callOf(
    { BoxCreate: { request: { upgrade, downgrade: [] } } },
    { slower: hook },
    { A: { B: 1 }, C: 1 },
    (request) => {
      losses = request.losses;
      return ok();
    },
  );
  expect(losses).toEqual([
    { id: 'A.B', message: 'B is lost' },
    { id: 'slow', message: 'it is slower' },
    { id: 'c', message: 'C means more' },
  ]);
  expect(response?.body).toEqual({ Warnings: ['B is lost', 'it is slower', 'C means more'] });
});

it('can be created with some of its rules', async () => {
  const drop = (body: string) => ({ rule: 'drop' as const, difference: body.toLowerCase(), at: { body } });
  const whole = conversionOf({
    client: '1',
    engine: '2',
    requests: 'upgrade',
    operations: {
      BoxGet: { request: none, response: { upgrade: [], downgrade: [drop('A'), drop('B')] } },
      BoxList: { request: none, response: { upgrade: [], downgrade: [drop('A')] } },
    },
    hooks: {},
  });
  const some = whole.withRules?.(({ difference }, message, operation) => {
    expect(message === 'response' && operation.startsWith('Box')).toBe(true);
    return difference !== 'a';
  });
  const answer = (conversion: typeof some) =>
    conversion?.of('BoxGet')?.(
      requestOf({ operation: 'BoxGet' }),
      async () => ok({ A: 1, B: 1 }),
      async () => ok(),
    );
  expect([(await answer(some))?.body, (await answer(whole))?.body]).toEqual([{ A: 1 }, {}]);
  // Without a rule, an operation is not converted.
  expect(some?.of('BoxList')).toBeUndefined();
});

it('a refusal reaches the server, and nothing is sent', async () => {
  const refused = { rule: 'refuse' as const, difference: 'd', at: { body: 'A' }, status: 501, message: 'not before 2' };
  let sent = 0;
  const call = callOf({ BoxCreate: { request: { upgrade: [refused], downgrade: [] } } }, {}, { A: 1 }, () =>
    ok((sent += 1)),
  );
  await expect(call).rejects.toThrow(new Refusal(501, 'not before 2', 'd'));
  expect(sent).toBe(0);
});

it('a missing hook is reported when the operation is first requested', () => {
  expect(() =>
    callOf(
      { BoxCreate: { request: { upgrade: [{ rule: 'hook', at: {}, hook: 'missing' }], downgrade: [] } } },
      {},
      {},
      () => ok(),
    ),
  ).toThrow('there is no conversion hook missing');
});

describe('the bodies that are read', () => {
  const at = (place: object) => [{ rule: 'drop' as const, at: place }];
  const hook = [{ rule: 'hook' as const, at: {}, hook: 's' }];
  it.each<readonly [string, Partial<OperationConversion>, object]>([
    [
      'none for the query',
      { request: { upgrade: at({ query: 'a' }), downgrade: [] } },
      { request: false, response: false },
    ],
    [
      'none for headers',
      { response: { upgrade: [], downgrade: at({ header: 'a' }) } },
      { request: false, response: false },
    ],
    [
      'that of a request',
      { request: { upgrade: at({ body: 'a' }), downgrade: [] } },
      { request: true, response: false },
    ],
    [
      'that of a response',
      { response: { upgrade: [], downgrade: at({ body: 'a' }) } },
      { request: false, response: true },
    ],
    [
      'none for the other direction',
      { request: { upgrade: [], downgrade: at({ body: 'a' }) } },
      { request: false, response: false },
    ],
    [
      'that of a response with warnings',
      { request: { upgrade: [{ rule: 'drop', at: { body: 'a' }, warning: 'w' }], downgrade: [] } },
      { request: true, response: true },
    ],
    ['all for a hook', { request: { upgrade: hook, downgrade: [] } }, { request: true, response: true }],
  ])('%s', (_about, some, wanted) => {
    const operations = { BoxCreate: { request: none, response: none, ...some } };
    const hooks = { s: { around: async () => ok() } };
    const conversion = conversionOf({ client: '1', engine: '2', requests: 'upgrade', operations, hooks });
    expect(conversion.bodies?.('BoxCreate')).toEqual(wanted);
    expect(conversion.bodies?.('Unknown')).toEqual({ request: false, response: false });
  });
});

it('lists the hooks around an operation, with their versions', () => {
  const hook: Hook = { around: async (request, next) => next(request) };
  const rule = { rule: 'hook' as const, at: {}, hook: 'a' };
  const conversion = conversionOf({
    client: '1',
    engine: '2',
    requests: 'upgrade',
    operations: { BoxCreate: { request: { upgrade: [rule], downgrade: [] }, response: none } },
    hooks: { a: hook, b: { ...hook, also: ['BoxCreate', 'BoxStart'] } },
  });
  const [versions, other] = [
    { client: '1', engine: '2' },
    { client: '2', engine: '3' },
  ];
  const next = conversionOf({
    ...other,
    requests: 'upgrade',
    operations: {},
    hooks: { c: { ...hook, also: ['BoxCreate'] } },
  });
  expect(conversion.hooksOf?.('BoxStart')).toEqual([{ hook: 'b', ...versions }]);
  expect(chain(conversion, next).hooksOf?.('BoxCreate')).toEqual([
    { hook: 'a', ...versions },
    { hook: 'b', ...versions },
    { hook: 'c', ...other },
  ]);
});

it.each([
  [false, { Note: 'x' }, {}],
  [true, { Note: 'x' }, { Note: 'x' }],
  [true, { note: 'x' }, {}],
])(
  'matches names exactly (%s) or in any case, and reports a loss that is not a warning',
  async (exactNames, body, wanted) => {
    const drop = { rule: 'drop' as const, at: { body: 'note' }, loss: 'Version 2 does not have it.' };
    const conversion = conversionOf({
      client: '1',
      engine: '2',
      requests: 'upgrade',
      hooks: {},
      exactNames,
      operations: { BoxCreate: { request: { upgrade: [drop], downgrade: [] }, response: none } },
    });
    let received: RequestMessage | undefined;
    const convert = conversion.of('BoxCreate');
    const send = async (request: RequestMessage) => ((received = request), ok({ Id: 'a' }));
    const response = await convert?.(requestOf({ body }), send, send as never);
    expect([received?.body, response?.body]).toEqual([wanted, { Id: 'a' }]);
    const header = '"note";message="Version 2 does not have it."';
    expect(lossHeader(received?.losses ?? [])).toBe(received?.body === body ? undefined : header);
  },
);

describe('a pair of functions', () => {
  const convert = (body: string, hook: string, absent?: true) =>
    ({ rule: 'convert', at: { body }, hook, ...(absent && { absent }) }) as const;
  const Parcel = {
    request: {
      upgrade: [convert('parcels[].to', 'Parcel.to', true), { rule: 'drop', at: { body: 'parcels[].for' } }],
      downgrade: [],
    },
    response: { upgrade: [], downgrade: [convert('state', 'state'), convert('size', 'state')] },
  } as const;

  it('converts each value, and sees the object as it was', async () => {
    const seen: unknown[] = [];
    const hooks = {
      'Parcel.to': {
        request: (value: unknown, parcel: { readonly for: string }) => {
          seen.push(value, parcel);
          return parcel.for.toUpperCase();
        },
      },
      state: { response: (value: string) => (value === 'lost' ? undefined : `${value}!`) },
    };
    const sent = { parcels: [{ for: 'ada' }, { for: 'bob' }] };
    let received: unknown;
    const response = await callOf({ BoxCreate: Parcel }, hooks, sent, ({ body }) => {
      received = body;
      return ok({ state: 'lost', other: 1 });
    });
    expect(received).toEqual({ parcels: [{ to: 'ADA' }, { to: 'BOB' }] });
    expect(seen).toEqual([undefined, { for: 'ada' }, undefined, { for: 'bob' }]);
    // Not called where there is no value, unless the rule says so.
    expect(response?.body).toEqual({ other: 1 });
    expect(sent).toEqual({ parcels: [{ for: 'ada' }, { for: 'bob' }] });
  });

  it('sees the object before earlier rules and functions of the same conversion', async () => {
    const upgrade = [convert('a', 'a'), convert('b', 'b'), { rule: 'set', at: { body: 'c' }, value: 1 }] as const;
    const hooks = {
      a: { request: () => 'changed' },
      b: { request: (_value: unknown, of: { readonly a: string }) => of.a },
    };
    let received: unknown;
    const BoxCreate = { request: { upgrade, downgrade: [] } };
    await callOf({ BoxCreate }, hooks, { a: 'given', b: 'b' }, ({ body }) => ok((received = body)));
    expect(received).toEqual({ a: 'changed', b: 'given', c: 1 });
  });

  it('that lacks the function for a message is an error, which names it', () => {
    expect(() => callOf({ BoxCreate: Parcel }, { 'Parcel.to': {}, state: {} }, {}, () => ok())).toThrow(
      'the conversion hook Parcel.to has no function for requests',
    );
  });
});
