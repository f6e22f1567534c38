/** What the differences of versions from 1.52 on are on the wire: of a client of one version and an engine of the other. */
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openBridge } from './bridge-scene.js';

interface Call {
  readonly client: string;
  readonly engine: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly accept?: string;
  readonly response?: { readonly status?: number; readonly type?: string; readonly body: string };
}

/** Returns what the engine received, and what the client got. */
async function bridged({ client, engine, method = 'GET', path, body, accept, response = { body: '{}' } }: Call) {
  const received: unknown[] = [];
  const listener: RequestListener = (request, reply) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push([(request.url ?? '').replace(`/v${engine}`, ''), text === '' ? undefined : JSON.parse(text)]);
      reply.writeHead(response.status ?? 200, { 'Content-Type': response.type ?? 'application/json' });
      reply.end(response.body);
    });
  };
  const scene = await openBridge(listener, undefined, { as: engine });
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers: Record<string, string> = {
    ...(accept !== undefined && { Accept: accept }),
    ...(sent !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(sent.length) }),
  };
  const got = await scene.ask({ method, path: `/v${client}${path}`, headers }, sent);
  await scene.close();
  return { received, got };
}

describe('events', () => {
  const events =
    '{"Type":"image","Action":"pull","Actor":{"ID":"a","Attributes":{}},"scope":"local","time":1,"timeNano":1}\n';

  it.each([
    ['1.44', '1.55', 'application/jsonl', 'application/json'],
    ['1.44', '1.53', 'application/jsonl', 'application/json'],
    ['1.55', '1.44', 'application/json', 'application/jsonl'],
    ['1.52', '1.55', 'application/jsonl', 'application/jsonl'],
  ])('are lines of JSON for a client of %s on an engine of %s', async (client, engine, type, expected) => {
    const { got } = await bridged({ client, engine, path: '/events?until=1', response: { type, body: events } });
    expect(got.headers['content-type']).toBe(expected);
    expect(JSON.parse(got.body)).toMatchObject(JSON.parse(events) as object);
  });

  const legacy = [
    [
      { Type: 'container', Action: 'start', Actor: { ID: 'a', Attributes: { image: 'alpine' } } },
      { status: 'start', id: 'a', from: 'alpine' },
    ],
    [
      { Type: 'container', Action: 'prune', Actor: { ID: '', Attributes: { reclaimed: '0' } } },
      { status: 'prune', id: '', from: '' },
    ],
    [
      { Type: 'image', Action: 'pull', Actor: { ID: 'a:1', Attributes: { name: 'a' } } },
      { status: 'pull', id: 'a:1' },
    ],
    [{ Type: 'network', Action: 'create', Actor: { ID: 'n', Attributes: { name: 'n' } } }, {}],
  ] as const;

  it.each(legacy)('%j repeats what it says for clients below 1.52 only', async (event, repeated) => {
    const rest = { scope: 'local', time: 1, timeNano: 1 };
    const [newer, older] = [
      { ...event, ...rest },
      { ...repeated, ...event, ...rest },
    ];
    for (const [client, engine, sent, expected] of [
      ['1.44', '1.55', newer, older],
      ['1.24', '1.52', newer, older],
      ['1.55', '1.44', older, newer],
      ['1.52', '1.41', older, newer],
      ['1.52', '1.55', newer, newer],
    ] as const) {
      const type = Number(engine.slice(2)) < 52 ? 'application/json' : 'application/jsonl';
      const response = { type, body: `${JSON.stringify(sent)}\n` };
      const { got } = await bridged({ client, engine, path: '/events', response });
      expect([client, engine, JSON.parse(got.body)]).toEqual([client, engine, expected]);
    }
  });

  const [lines, sequence] = [events, `\x1e${events}`];
  it.each([
    ['1.55', '1.44', 'application/json-seq', 'application/json', lines, 'application/json-seq', sequence],
    ['1.52', '1.44', 'application/json-seq, */*', 'application/json', lines, 'application/json-seq', sequence],
    [
      '1.52',
      '1.44',
      'application/json-seq, application/x-ndjson',
      'application/json',
      lines,
      'application/x-ndjson',
      lines,
    ],
    ['1.52', '1.44', 'text/html', 'application/json', lines, 'application/jsonl', lines],
    ['1.55', '1.52', 'application/json-seq', 'application/json-seq', sequence, 'application/json-seq', sequence],
    ['1.44', '1.55', 'application/json-seq', 'application/json-seq', sequence, 'application/json', lines],
    ['1.24', '1.55', 'application/x-ndjson', 'application/x-ndjson', lines, 'application/json', lines],
  ])(
    'for a client of %s on an engine of %s that accepts %s',
    async (client, engine, accept, type, body, expected, text) => {
      const { got } = await bridged({ client, engine, path: '/events', accept, response: { type, body } });
      expect([
        got.headers['content-type'],
        got.body.replace(/\r/g, '').replace(/,"status":"pull","id":"a"|"status":"pull","id":"a",/, ''),
      ]).toEqual([expected, text]);
    },
  );

  it('an error remains JSON', async () => {
    const response = { status: 400, body: '{"message":"invalid value for \\"since\\""}\n' };
    for (const [client, engine] of [
      ['1.55', '1.44'],
      ['1.44', '1.55'],
    ] as const) {
      const { got } = await bridged({ client, engine, path: '/events?since=x', response });
      expect([got.status, got.headers['content-type'], got.body]).toEqual([400, 'application/json', response.body]);
    }
  });
});

describe('limits on single devices in an update', () => {
  const update = { method: 'POST', path: '/containers/a/update', response: { body: '{"Warnings":[]}' } };
  const rate = [{ Path: '/dev/sda', Rate: 1 }];

  it.each(['BlkioDeviceReadBps', 'BlkioDeviceWriteBps', 'BlkioDeviceReadIOps', 'BlkioDeviceWriteIOps'])(
    '%s is refused by engines that ignore it, also if it is cleared',
    async (name) => {
      for (const value of [rate, []]) {
        const { received, got } = await bridged({ ...update, client: '1.55', engine: '1.54', body: { [name]: value } });
        expect([got.status, received]).toEqual([400, []]);
        expect(JSON.parse(got.body)).toEqual({ message: `${name} of an update needs API version 1.55` });
      }
    },
  );

  it('are passed on where they are null, and to engines that apply them', async () => {
    const limits = { Memory: 8388608, BlkioWeightDevice: null, BlkioDeviceReadBps: null };
    const older = await bridged({ ...update, client: '1.55', engine: '1.44', body: limits });
    expect([older.got.status, older.received]).toEqual([200, [['/containers/a/update', limits]]]);
    // Engines that support 1.55 apply them at every version.
    const body = { BlkioDeviceReadBps: rate, BlkioDeviceWriteBps: [] };
    const newer = await bridged({ ...update, client: '1.44', engine: '1.55', body });
    expect(newer.received).toEqual([['/containers/a/update', body]]);
  });
});

describe('the address of a connection', () => {
  const connect = { method: 'POST', path: '/networks/n/connect', response: { body: '' } };
  const body = (MacAddress: string | null) => ({ Container: 'a', EndpointConfig: { MacAddress } });

  it('is refused by engines that ignore it', async () => {
    const { got, received } = await bridged({
      ...connect,
      client: '1.55',
      engine: '1.53',
      body: body('02:42:ac:11:00:02'),
    });
    expect([got.status, got.body, received]).toEqual([
      400,
      '{"message":"EndpointConfig.MacAddress of a connection needs API version 1.54"}\n',
      [],
    ]);
  });

  it.each(['', null])('%j asks for nothing', async (address) => {
    const { got } = await bridged({ ...connect, client: '1.55', engine: '1.53', body: body(address) });
    expect(got.status).toBe(200);
  });
});

describe('attestations', () => {
  it('are refused, since neither 404 nor an empty list would be true', async () => {
    const { got, received } = await bridged({ client: '1.55', engine: '1.54', path: '/images/a/b:1/attestations' });
    expect([got.status, got.body, received]).toEqual([
      501,
      '{"message":"Attestations of images need API version 1.55"}\n',
      [],
    ]);
  });
});

it('the origin of manifests is left out for engines that do not tell it', async () => {
  const { received } = await bridged({
    client: '1.55',
    engine: '1.53',
    path: '/images/json?manifests=true&identity=true',
    response: { body: '[]' },
  });
  expect(received).toEqual([['/images/json?manifests=true', undefined]]);
});

it.each([
  [
    '/images/a/json',
    { Id: 'a', RepoTags: [], RepoDigests: [], Config: {}, Identity: { Build: [{ Ref: 'r' }] } },
    'Identity',
  ],
  ['/info', { ID: 'a', NRI: { Info: [['version', '1']] } }, 'NRI'],
])('%s has no %s.%s for clients of 1.52', async (path, body, name) => {
  const response = { body: JSON.stringify(body) };
  for (const [client, isSent] of [
    ['1.55', true],
    ['1.53', true],
    ['1.52', false],
    ['1.44', false],
  ] as const) {
    const { got } = await bridged({ client, engine: '1.55', path, response });
    expect([client, name in (JSON.parse(got.body) as object)]).toEqual([client, isSent]);
  }
});

it('the system of statistics is what engines of today send at every version', async () => {
  const response = { body: '{"id":"a","os_type":"linux"}' };
  const path = '/containers/a/stats?stream=false';
  for (const client of ['1.55', '1.51', '1.44', '1.24'])
    expect([client, (await bridged({ client, engine: '1.55', path, response })).got.body]).toEqual([
      client,
      expect.stringContaining('"os_type":"linux"'),
    ]);
});

it('the expected revisions of tools are those that are there, also if these are empty', async () => {
  const response = { body: '{"ContainerdCommit":{"ID":""},"RuncCommit":{"ID":"1.3"},"InitCommit":{"ID":""}}' };
  const { got } = await bridged({ client: '1.44', engine: '1.55', path: '/info', response });
  expect(JSON.parse(got.body)).toMatchObject({
    ContainerdCommit: { ID: '', Expected: '' },
    RuncCommit: { ID: '1.3', Expected: '1.3' },
    InitCommit: { ID: '', Expected: '' },
  });
});

it.each([
  ['1.45', false],
  ['1.44', true],
  ['1.41', true],
])('an image has a container for clients of %s: %j', async (client, isSent) => {
  const response = { body: JSON.stringify({ Id: 'a', RepoTags: [], RepoDigests: [], Config: {} }) };
  const { got } = await bridged({ client, engine: '1.55', path: '/images/a/json', response });
  const { Container, ContainerConfig } = JSON.parse(got.body) as Record<string, unknown>;
  expect([Container, ContainerConfig]).toEqual(isSent ? ['', null] : [undefined, undefined]);
});

it('disk usage has what lists leave out for older clients', async () => {
  const [descriptor, health] = [
    { mediaType: 'm', digest: 'd', size: 1 },
    { Status: 'none', FailingStreak: 0 },
  ];
  const images = [{ Id: 'a', Descriptor: descriptor }];
  const containers = [{ Id: 'b', Health: health, ImageManifestDescriptor: descriptor }];
  for (const client of ['1.24', '1.44', '1.47']) {
    const get = async (path: string, body: unknown) =>
      JSON.parse((await bridged({ client, engine: '1.55', path, response: { body: JSON.stringify(body) } })).got.body);
    const usage = await get('/system/df', { Images: images, Containers: containers, LayersSize: 1 });
    expect(usage).toMatchObject({ Images: [{ Descriptor: descriptor }], Containers: [{ Health: health }] });
    expect(usage.Containers[0]).not.toHaveProperty('ImageManifestDescriptor');
    expect((await get('/images/json', images))[0]).not.toHaveProperty('Descriptor');
    expect((await get('/containers/json', containers))[0]).not.toHaveProperty('Health');
  }
});
