/** Requests of clients of another version: what their handlers receive, what is reported as lost, and whose error it is. */
import { conversionOf, type Hook, type OperationConversion, type RequestMessage } from '@lading/runtime-conversion';
import {
  arrayOf,
  enumOf,
  integer,
  nullable,
  object,
  optional,
  required,
  string,
  type Contract,
  type OperationContract,
} from '@lading/runtime-wire';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createStandardServer, reply, type StandardOptions } from '../../src/index.js';
import { contractOf } from './testing.js';

type Make = Omit<OperationContract, 'id' | 'noun' | 'verb'>;

const parcels = { method: 'POST', path: '/parcels', responses: { 201: { kind: 'nothing' } } } as const;
const json = (schema: ReturnType<typeof object>) => ({ kind: 'json', schema, required: true }) as const;
const plain = (schema: typeof string | ReturnType<typeof integer>) => ({ encoding: 'plain', schema }) as const;

const older: Make = {
  ...parcels,
  parameters: {
    query: { limit: plain(integer()), verbose: plain(string) },
    headers: { 'X-Old': plain(string) },
    cookies: { session: plain(string) },
  },
  body: json(
    object({ recipient: optional(string), tags: optional(nullable(arrayOf(string))), note: optional(string) }),
  ),
};
const newer: Make = {
  ...parcels,
  parameters: { query: { limit: plain(integer({ maximum: 10 })) } },
  body: json({
    ...object({
      addressee: optional(string),
      tags: optional(arrayOf(string, { min: 1 })),
      state: optional(enumOf(['on'])),
    }),
    closed: true,
  }),
};
const strictNewer: Make = {
  ...newer,
  body: json(object({ addressee: required(string), tags: optional(arrayOf(string, { min: 1 })) })),
};

const none = { upgrade: [], downgrade: [] };
const loss = 'Version 2 does not have it.';
const dropNote: OperationConversion = {
  request: { upgrade: [{ rule: 'drop', at: { body: 'note' }, loss }], downgrade: [] },
  response: none,
};
const hooked: OperationConversion = {
  request: { upgrade: [{ rule: 'hook', at: {}, hook: 'rename' }], downgrade: [] },
  response: none,
};

interface Scene {
  readonly operation?: OperationConversion;
  readonly hook?: Hook['around'];
  readonly handled?: Make;
  readonly options?: StandardOptions;
}

/** Sends a request of the older version, and returns the response with what the handler received. */
async function send(url: string, body: unknown, scene: Scene = {}, headers: Record<string, string> = {}) {
  const { operation, hook, handled = newer, options = {} } = scene;
  const [oldContract, newContract] = [contractOf({ create: older }), contractOf({ create: handled }, { version: '2' })];
  const conversion = conversionOf({
    client: '1',
    engine: '2',
    requests: 'upgrade',
    exactNames: true,
    operations: operation === undefined ? {} : { create: operation },
    hooks: hook === undefined ? {} : { rename: { around: hook } },
  });
  let received: object | undefined;
  const errors: unknown[] = [];
  const server = createStandardServer(
    newContract,
    {
      pet: {
        create: ({ query, headers: given, cookies, body: value }: Record<string, object>) => {
          received = { query, headers: given, cookies, body: value };
          return reply(201);
        },
      },
    },
    {
      serves: [{ contract: oldContract, conversion }],
      version: { header: 'x-version' },
      onError: (error) => errors.push(error),
      ...options,
    },
  );
  const response = await server.fetch(
    new Request(`http://localhost${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-version': '1', ...headers },
      body: JSON.stringify(body),
    }),
  );
  const text = await response.text();
  const { detail } = (text === '' ? {} : JSON.parse(text)) as { readonly detail?: string };
  return { status: response.status, detail, received, errors, loss: response.headers.get('lading-loss') };
}

it('removes parameters and properties that only the older version declares, and reports them', async () => {
  const headers = { 'x-old': 'x', cookie: 'session=s' };
  const sent = await send('/parcels?limit=1&verbose=yes', { note: 'a', tags: ['t'] }, { operation: dropNote }, headers);
  expect(sent).toMatchObject({
    status: 201,
    received: { query: { limit: 1 }, headers: {}, cookies: {}, body: { tags: ['t'] } },
  });
  expect(sent.loss?.match(/"[^"]+"(?=;)/g)).toEqual([
    '"note"',
    '"query verbose"',
    '"header X-Old"',
    '"cookie session"',
  ]);
});

it.each<[name: string, url: string, body: unknown, detail: string]>([
  ['an empty array', '/parcels', { tags: [] }, '/body/tags must have at least 1 entry'],
  ['null', '/parcels', { tags: null }, '/body/tags must not be null'],
  ['a limit', '/parcels?limit=11', {}, '/query/limit must be at most 10'],
  ['a closed object', '/parcels', { unknown: 1 }, '/body/unknown is not a property of this object'],
])(
  'rejects what the version of the handlers excludes, also without a conversion: %s',
  async (_name, url, body, detail) => {
    for (const scene of [{}, { operation: dropNote }]) {
      const sent = await send(url, body, scene);
      expect(sent).toMatchObject({ status: 400, received: undefined });
      expect(sent.detail).toContain(detail);
    }
  },
);

it('rejects what a hook returns, and names the hook, the version and the property', async () => {
  const hook: Hook['around'] = (request, next) => next({ ...request, body: { addressee: 1 } });
  const sent = await send('/parcels', { recipient: 'a' }, { operation: hooked, hook, handled: strictNewer });
  const message =
    'the conversion hook rename (1 to 2) returned a request of create that version 2 does not allow: /body/addressee must be a string';
  expect(sent).toMatchObject({ status: 500, detail: message, received: undefined });
  expect(sent.errors.map(String)).toEqual([`ConversionError: ${message}`]);
});

it('rejects a request in which a hook has not written a required property', async () => {
  const hook: Hook['around'] = (request, next) => next(request);
  const sent = await send('/parcels', { recipient: 'a' }, { operation: hooked, hook, handled: strictNewer });
  expect(sent).toMatchObject({ status: 500, received: undefined });
  expect(sent.detail).toContain('rename (1 to 2)');
  expect(sent.detail).toContain('/body/addressee is required');
});

const { body: _body, ...bodyless } = newer;
const picture: Make = { ...bodyless, body: { kind: 'bytes', mediaTypes: ['image/png'] } };

it.each<[string, Make, (request: RequestMessage) => RequestMessage, number, string | undefined]>([
  ['no body', bodyless, (request) => request, 201, '"body"'],
  ['a body that is required', newer, ({ body: _, ...request }) => request, 500, '/body is required'],
  ['JSON', newer, (request) => ({ ...request, body: Readable.from(['x']) }), 500, '/body must not be bytes'],
  [
    'bytes',
    picture,
    (request) => ({ ...request, headers: { 'Content-Type': 'image/png' } }),
    400,
    '/body must be bytes',
  ],
  ['its media types', picture, (request) => request, 415, 'the body must be image/png, not application/json'],
])('reads the converted body of an operation that has %s', async (_what, handled, change, status, text) => {
  const hook: Hook['around'] = (request, next) => next(change(request));
  const sent = await send('/parcels', { note: 'a' }, { operation: hooked, hook, handled });
  expect([sent.status, sent.loss ?? sent.detail]).toEqual([status, expect.stringContaining(String(text)) as string]);
});

it('checks a request whose operation has other rules in the version of the handlers', async () => {
  const rules = [{ kind: 'requires', fields: ['limit', 'body.note'], description: 'With a note.' }] as const;
  const sent = await send('/parcels?limit=1', { tags: ['t'] }, { handled: { ...older, rules } });
  expect([sent.status, sent.detail]).toEqual([
    400,
    expect.stringContaining('/query/limit cannot be set without') as string,
  ]);
  expect((await send('/parcels?limit=1', { note: 'a' }, { handled: { ...older, rules } })).status).toBe(201);
});

it('rejects what a hook asks for', async () => {
  const hook: Hook['around'] = async (_request, _next, ask) => ask('create', { body: { addressee: 1 } });
  const sent = await send('/parcels', {}, { operation: hooked, hook, handled: strictNewer });
  expect(sent).toMatchObject({ status: 500, received: undefined });
});

it('reports the hook or says nothing, by the option for responses', async () => {
  const hook: Hook['around'] = (request, next) => next({ ...request, body: { addressee: 1 } });
  const scene = { operation: hooked, hook, handled: strictNewer };
  const warned = await send('/parcels', {}, { ...scene, options: { checkResponses: 'warn' } });
  expect([warned.status, warned.errors.length]).toEqual([201, 1]);
  const unchecked = await send('/parcels', {}, { ...scene, options: { checkResponses: 'off' } });
  expect([unchecked.status, unchecked.errors.length]).toEqual([201, 0]);
});

it('rejects the value of the client with 400 whatever the option is, if a hook passes it on', async () => {
  const hook: Hook['around'] = (request, next) =>
    next({ ...request, body: { ...(request.body as object), addressee: 'b' } });
  for (const checkResponses of ['fail', 'off'] as const) {
    const sent = await send('/parcels', { tags: [] }, { operation: hooked, hook, options: { checkResponses } });
    expect(sent).toMatchObject({ status: 400, received: undefined, errors: [] });
  }
});

it('reaches the handler of the same operation whose group or method has another name in the other version', async () => {
  const newContract = contractOf({ create: older }, { version: '2' });
  const { create } = newContract.operations;
  const renamed = { ...(create as OperationContract), noun: 'petV1', verb: 'add' };
  const oldContract: Contract = { ...newContract, version: '1', operations: { create: renamed } };
  for (const [served, own] of [
    [oldContract, newContract],
    [newContract, oldContract],
  ] as const) {
    const [client, engine] = [served.version, own.version];
    const requests = client === '1' ? 'upgrade' : 'downgrade';
    const conversion = conversionOf({ client, engine, requests, operations: {}, hooks: {} });
    const handlers = { [own === newContract ? 'pet' : 'petV1']: { add: () => reply(201), create: () => reply(201) } };
    const server = createStandardServer(own, handlers, {
      serves: [{ contract: served, conversion }],
      version: { header: 'x-version' },
    });
    const request = new Request('http://localhost/parcels', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-version': client },
      body: '{}',
    });
    expect((await server.fetch(request)).status).toBe(201);
  }
});
