/** Versions that are served through a route of several conversions. */
import { conversionOf, type Conversion, type ConversionProvider, type Rule } from '@lading/runtime-conversion';
import { describe, expect, it } from 'vitest';
import { optional, object, string } from '@lading/runtime-wire';
import {
  createEngineServer,
  rawResponse,
  type Call,
  type Contract,
  type HostResponse,
  type OperationContract,
} from '../../src/index.js';
import { request, textOf } from './request.js';

const operation = (id: string, path: string, property: string): OperationContract => ({
  id,
  noun: 'box',
  verb: id.toLowerCase(),
  method: 'POST',
  path,
  body: { kind: 'json', schema: object({ [property]: optional(string) }), required: true },
  responses: { 200: { kind: 'json', schema: object({ [property]: optional(string) }) } },
});

/** The property of `Create` is named after the version. `Label` is equal in all versions. */
const contractOf = (version: string): Contract => ({
  version,
  operations: {
    Create: operation('Create', '/create', `In${version.replace('.', '')}`),
    Inspect: operation('Inspect', '/inspect', `In${version.replace('.', '')}`),
    Label: operation('Label', '/label', 'Label'),
  },
});

const renameRules = (from: string, to: string): readonly Rule[] => [
  { rule: 'fill', at: { body: `In${to.replace('.', '')}` }, by: 'copy', from: `In${from.replace('.', '')}` },
  { rule: 'drop', at: { body: `In${from.replace('.', '')}` } },
];

function conversionBetween(client: string, engine: string): Conversion {
  const rules = {
    request: { upgrade: renameRules(client, engine), downgrade: [] },
    response: { upgrade: [], downgrade: renameRules(engine, client) },
  };
  const asking: Rule = { rule: 'hook', at: {}, hook: 'asking' };
  const create = { ...rules, request: { ...rules.request, upgrade: [...rules.request.upgrade, asking] } };
  return conversionOf({
    client,
    engine,
    requests: 'upgrade',
    operations: { Create: create, Inspect: rules },
    hooks: {
      asking: {
        around: async (message, next, ask) => {
          const property = `In${engine.replace('.', '')}`;
          const { body } = await ask('Inspect', { body: { [property]: 'asked' } });
          const { [property]: inspected } = body as Readonly<Record<string, string>>;
          const { [property]: given } = message.body as Readonly<Record<string, string>>;
          return next({ ...message, body: { [property]: `${given} ${client}:${inspected}` } });
        },
      },
    },
  });
}

function serverOf(loaded: string[] = []) {
  const provider = (client: string, engine: string): ConversionProvider => ({
    client,
    engine,
    load: () => (loaded.push(`${client} to ${engine}`), conversionBetween(client, engine)),
  });
  const box = {
    create: ({ body }: Call<unknown, unknown, unknown, { In14: string }>) => ({ In14: `created ${body.In14}` }),
    inspect: ({ body }: Call<unknown, unknown, unknown, { In14: string }>) => ({ In14: `${body.In14} at 1.4` }),
    label: () => rawResponse(200, { 'Content-Type': 'application/json' }, '{not json'),
  };
  return createEngineServer(
    contractOf('1.4'),
    { box },
    {
      serves: ['1.1', '1.3'].map((version) => ({ contract: contractOf(version) })),
      conversions: [provider('1.1', '1.3'), provider('1.3', '1.4')],
    },
  );
}

const post = (server: ReturnType<typeof serverOf>, path: string, body: unknown): Promise<HostResponse> =>
  server.handle(request('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body)));

it.each([
  ['1.4', { In14: 'x' }, { In14: 'created x' }],
  ['1.3', { In13: 'x' }, { In13: 'created x 1.3:asked at 1.4' }],
  // The hook of 1.1 sends requests of 1.3 and receives responses of 1.3.
  ['1.1', { In11: 'x' }, { In11: 'created x 1.1:asked at 1.4 1.3:asked at 1.4' }],
])('a client of %s is converted along the route', async (version, body, wanted) => {
  const reply = await post(serverOf(), `/v${version}/create`, body);
  expect(JSON.parse(await textOf(reply))).toEqual(wanted);
});

it('an operation that is equal in all versions is not converted', async () => {
  const reply = await post(serverOf(), '/v1.1/label', { Label: 'a' });
  expect([reply.status, await textOf(reply)]).toEqual([200, '{not json']);
});

it('conversions are loaded by the first request that needs them, and once', async () => {
  const loaded: string[] = [];
  const server = serverOf(loaded);
  await post(server, '/v1.4/create', { In14: 'x' });
  expect(loaded).toEqual([]);
  await post(server, '/v1.3/create', { In13: 'x' });
  expect(loaded).toEqual(['1.3 to 1.4']);
  await post(server, '/v1.1/create', { In11: 'x' });
  await post(server, '/v1.1/inspect', { In11: 'x' });
  expect(loaded).toEqual(['1.3 to 1.4', '1.1 to 1.3']);
});

it('a version without a route cannot be served', () => {
  expect(() =>
    createEngineServer(contractOf('1.4'), {}, { serves: [{ contract: contractOf('1.1') }], conversions: [] }),
  ).toThrow(new Error('no conversions lead from version 1.1 to version 1.4'));
});

it('a conversion that cannot be loaded fails the requests that need it, and no others', async () => {
  const errors: unknown[] = [];
  const failure = new Error('cannot be loaded');
  const server = createEngineServer(
    contractOf('1.4'),
    { box: { inspect: () => ({ In14: 'fine' }) } },
    {
      serves: [{ contract: contractOf('1.3') }],
      conversions: [
        {
          client: '1.3',
          engine: '1.4',
          load: () => {
            throw failure;
          },
        },
      ],
      onError: (error) => errors.push(error),
    },
  );
  expect((await post(server, '/v1.4/inspect', {})).status).toBe(200);
  expect((await post(server, '/v1.3/inspect', {})).status).toBe(500);
  expect(errors).toEqual([failure]);
});

describe('a version whose contract is loaded', () => {
  /** Serves 1.1 and 1.3, whose contracts and conversions are loaded; the first `failures` attempts fail. */
  function lazyServer(failures = 0) {
    const loaded: string[] = [];
    const errors: unknown[] = [];
    let missing = failures;
    const lazy = (version: string) => ({
      version,
      load: async () => {
        loaded.push(version);
        if ((missing -= 1) >= 0) throw new Error('no such file');
        return Promise.resolve(contractOf(version));
      },
    });
    const provider = (client: string, engine: string): ConversionProvider => ({
      client,
      engine,
      load: () => conversionBetween(client, engine),
    });
    const box = { create: ({ body }: Call<unknown, unknown, unknown, { In14: string }>) => ({ In14: body.In14 }) };
    const inspect = ({ body }: Call<unknown, unknown, unknown, { In14: string }>) => ({ In14: `${body.In14} at 1.4` });
    const server = createEngineServer(
      contractOf('1.4'),
      { box: { ...box, inspect } },
      {
        serves: [lazy('1.1'), lazy('1.3')],
        loadConversions: () => {
          loaded.push('conversions');
          return Promise.resolve([provider('1.1', '1.3'), provider('1.3', '1.4')]);
        },
        onError: (error) => errors.push(error),
      },
    );
    return { server, loaded, errors };
  }

  it('is loaded by its first request, with the conversions of all versions', async () => {
    const { server, loaded } = lazyServer();
    await post(server, '/v1.4/create', { In14: 'x' });
    expect(loaded).toEqual([]);
    const replies = await Promise.all([1, 2].map(() => post(server, '/v1.1/create', { In11: 'x' })));
    expect(await Promise.all(replies.map(textOf))).toEqual(
      [1, 2].map(() => '{"In11":"x 1.1:asked at 1.4 1.3:asked at 1.4"}\n'),
    );
    await post(server, '/v1.3/create', { In13: 'x' });
    expect(loaded).toEqual(['1.1', 'conversions', '1.3']);
  });

  it('is loaded again after a failure', async () => {
    const { server, errors } = lazyServer(1);
    expect((await post(server, '/v1.3/create', { In13: 'x' })).status).toBe(500);
    expect((await post(server, '/v1.3/create', { In13: 'x' })).status).toBe(200);
    expect(errors).toEqual([new Error('no such file')]);
  });

  it('is not loaded for a version that is refused', async () => {
    const { server, loaded } = lazyServer();
    expect((await post(server, '/v1.0/create', { In10: 'x' })).status).toBe(400);
    expect(loaded).toEqual([]);
  });

  it.each(['/label', '/v1.3/label'])('is not loaded for %s, which it does not change', async (path) => {
    const load = () => Promise.reject(new Error('loaded'));
    const server = createEngineServer(
      contractOf('1.1'),
      { box: { label: ({ version }: Call) => ({ Label: version }), create: () => ({ In11: 'x' }) } },
      { serves: [{ version: '1.3', load, unchanged: ['Label'] }], onError: () => undefined },
    );
    expect(JSON.parse(await textOf(await post(server, path, {})))).toEqual({ Label: '1.3' });
    expect((await post(server, '/create', {})).status).toBe(500);
  });

  it('passes on requests that match none of its operations', async () => {
    const { server } = lazyServer();
    expect((await post(server, '/v1.1/nothing', {})).status).toBe(404);
  });

  it('is converted by a given conversion rather than by a loaded one', async () => {
    const other = conversionOf({ client: '1.3', engine: '1.4', requests: 'upgrade', operations: {}, hooks: {} });
    const server = createEngineServer(
      contractOf('1.4'),
      { box: { label: () => ({ Label: 'a' }), create: () => ({ In14: 'plain' }) } },
      {
        serves: [{ contract: contractOf('1.3') }],
        conversions: [{ client: '1.3', engine: '1.4', load: () => other }],
        loadConversions: () =>
          Promise.resolve([{ client: '1.3', engine: '1.4', load: () => conversionBetween('1.3', '1.4') }]),
      },
    );
    expect(JSON.parse(await textOf(await post(server, '/v1.3/create', { In13: 'x' })))).toEqual({ In14: 'plain' });
  });
});
