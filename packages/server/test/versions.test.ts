/** One implementation serves clients of all versions, whether it is of the newest or of an older version. */
import { request } from 'node:http';
import { join } from 'node:path';
import { connect } from '@lading/client';
import { createServer, createServerV141, createServerV144, type EngineServer, type HandlersV141 } from '@lading/server';
import type { SystemInfo } from '@lading/types-v1.41';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contracts } from '@lading/conversions/contracts';

/** The list of contracts begins with the newest one. */
const [latest = ''] = Object.keys(contracts);

interface Response {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: unknown;
}

async function listen(server: EngineServer): Promise<string> {
  const folder = temporaryFolder();
  const socketPath = join(folder, 's');
  await server.listen({ path: socketPath });
  onTestFinished(() => server.close());
  return socketPath;
}

async function open(server: EngineServer): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
  const socketPath = await listen(server);
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const outgoing = request({ socketPath, method, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const value: unknown = /json/.test(response.headers['content-type'] ?? '')
            ? JSON.parse(text.split(/\r?\n/)[0] ?? '')
            : text;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: value });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body && JSON.stringify(body));
    });
}

/** System information from which the ping of the newer version derives a header. */
const inactive = { Swarm: { LocalNodeState: 'inactive' } } as unknown as SystemInfo;

it.each([
  [latest, createServer({ system: { info: () => inactive as never } }), 'an implementation of the newest version'],
  [latest, createServerV144({ system: { info: () => inactive as never } }), 'an implementation at 1.44'],
  [latest, createServerV141({ system: { info: () => inactive } }), 'an implementation at 1.41'],
  ['1.41', createServerV141({}, { serves: [] }), 'one at 1.41 alone'],
])('the newest version is %s', async (newest, server) => {
  const send = await open(server);
  expect(await send('GET', '/_ping')).toMatchObject({ status: 200, body: 'OK', headers: { 'api-version': newest } });
  expect((await send('GET', '/v1.41/_ping')).status).toBe(200);
  expect((await send('GET', `/v${latest}/_ping`)).status).toBe(newest === latest ? 200 : 400);
});

describe('an implementation of the newest version', () => {
  const all = Object.keys(contracts);
  const image = {
    Id: 'sha256:c0ffee',
    ParentId: '',
    RepoTags: [],
    RepoDigests: [],
    Created: 0,
    Size: 7,
    SharedSize: -1,
    Labels: null,
    Containers: -1,
  };

  it('serves clients of every version', async () => {
    const send = await open(createServer({ image: { list: () => [image] } }));
    for (const version of all) {
      const { status, body } = await send('GET', `/v${version}/images/json`);
      const [{ VirtualSize, RepoTags }] = body as readonly [
        { readonly VirtualSize?: number; readonly RepoTags: unknown },
      ];
      // The tags were changed in 1.43, and the size was removed in 1.44.
      expect({ version, status, VirtualSize, RepoTags }).toEqual({
        version,
        status: 200,
        VirtualSize: version < '1.44' ? 7 : undefined,
        RepoTags: version < '1.43' ? ['<none>:<none>'] : [],
      });
    }
  });

  it('validates requests by the contract of their version', async () => {
    const send = await open(createServer({ container: { create: () => ({ Id: 'c0ffee', Warnings: [] }) } }));
    const body = (HostConfig: object) => ({ Image: 'alpine', HostConfig });
    const create = (version: string, config: object) => send('POST', `/v${version}/containers/create`, body(config));
    // Clients of 1.43 know the property; before, engines ignore it, whatever it is.
    expect((await create('1.43', { Annotations: 7 })).status).toBe(400);
    expect((await create('1.30', { Annotations: 7 })).status).toBe(201);
    expect((await create('1.30', { Memory: 'much' })).status).toBe(400);
  });

  it('has only the operations of a version', async () => {
    const send = await open(createServer({ config: { list: () => [] } }));
    expect((await send('GET', '/v1.30/configs')).status).toBe(200);
    expect((await send('GET', '/v1.24/nothing')).status).toBe(404);
  });
});

it.each(['1.41', '1.44', latest as '1.44'] as const)(
  'the client of %s calls an implementation of the newest version',
  async (version) => {
    const names: string[] = [];
    const socket = await listen(
      createServer({
        volume: {
          create({ body }) {
            const Name = body.Name ?? '';
            names.push(Name);
            return { Name, Driver: 'local', Mountpoint: '/', Labels: {}, Options: {}, Scope: 'local' };
          },
          prune: ({ query }) => ({ VolumesDeleted: [JSON.stringify(query)], SpaceReclaimed: 0 }),
        },
      }),
    );
    const engine = await connect({ host: `unix://${socket}`, version });
    onTestFinished(() => engine.close());
    expect(await engine.volume.create({ body: { Name: version } })).toMatchObject({ Name: version });
    // At 1.41 all unused volumes are removed, named ones too.
    const filters = version === '1.41' ? '{"filters":{"all":["true"]}}' : '{}';
    expect((await engine.volume.prune()).VolumesDeleted).toEqual([filters]);
  },
);

it('newer clients of an older implementation use what it supports, and receive errors for the rest', async () => {
  const createdBodies: object[] = [];
  const connected: string[] = [];
  const handlers: HandlersV141 = {
    container: {
      create({ body }) {
        createdBodies.push(body);
        return { Id: 'c0ffee', Warnings: [] };
      },
    },
    network: {
      connect: ({ path: { id } }) => void connected.push(id),
    },
  };
  const send = await open(createServerV141(handlers));
  const body = { Image: 'alpine', Cmd: ['true'], HostConfig: { NetworkMode: 'one' } };
  const networks = { EndpointsConfig: { one: {}, two: {} } };
  expect(await send('POST', '/v1.44/containers/create', { ...body, NetworkingConfig: networks })).toMatchObject({
    status: 201,
    body: { Id: 'c0ffee' },
  });
  expect(createdBodies).toMatchObject([{ NetworkingConfig: { EndpointsConfig: { one: {} } } }]);
  expect(connected).toEqual(['two']);
  const mounts = [{ Type: 'cluster', Source: 'far', Target: '/far' }];
  const rejected = await send('POST', '/v1.44/containers/create', { ...body, HostConfig: { Mounts: mounts } });
  expect(rejected).toMatchObject({
    status: 400,
    body: { message: 'Mounts of type cluster need API version 1.42' },
  });
  const annotated = { ...body, HostConfig: { ...body.HostConfig, Annotations: { a: 'b' } } };
  const warned = (await send('POST', '/v1.44/containers/create', annotated)).body;
  expect(warned).toMatchObject({ Warnings: [expect.stringContaining('Annotations')] });
  expect(createdBodies).toHaveLength(2);
});

const event = {
  Type: 'node',
  Action: 'create',
  Actor: { ID: 'a', Attributes: {} },
  scope: 'swarm',
  time: 1,
  timeNano: 1,
} as const;

it.each([
  ['1.55', 'application/json-seq', 'application/json-seq', `\x1e${JSON.stringify(event)}\n`],
  ['1.55', undefined, 'application/jsonl', `${JSON.stringify(event)}\n`],
  ['1.44', 'application/json-seq', 'application/json', `${JSON.stringify(event)}\n`],
])(
  'events of a server of the newest version, at %s for a client that accepts %s',
  async (version, accept, type, body) => {
    const events = async function* () {
      yield event;
    };
    const socketPath = await listen(createServer({ system: { events } }));
    const got = await new Promise((resolve, reject) => {
      const headers = accept === undefined ? {} : { Accept: accept };
      const path = `/v${version}/events`;
      request({ socketPath, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve([response.headers['content-type'], text]));
      })
        .on('error', reject)
        .end();
    });
    expect(got).toEqual([type, body]);
  },
);
