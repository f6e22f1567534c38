/** One implementation serves clients of both versions, whether it is of the newer or the older version. */
import { request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, createServerV141, type EngineServer, type HandlersV141 } from '@lading/server';
import type { SystemInfo } from '@lading/types-v1.41';
import { afterEach, expect, it } from 'vitest';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Response {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: unknown;
}

async function open(server: EngineServer): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-server-'));
  const socketPath = join(folder, 's');
  await server.listen({ path: socketPath });
  ends.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => server.close(),
  );
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
  ['1.44', createServer({ system: { info: () => inactive as never } }), 'an implementation at 1.44'],
  ['1.44', createServerV141({ system: { info: () => inactive } }), 'an implementation at 1.41'],
  ['1.41', createServerV141({}, { serves: [] }), 'one at 1.41 alone'],
])('the newest version is %s', async (newest, server) => {
  const send = await open(server);
  expect(await send('GET', '/_ping')).toMatchObject({ status: 200, body: 'OK', headers: { 'api-version': newest } });
  expect((await send('GET', '/v1.41/_ping')).status).toBe(200);
  expect((await send('GET', '/v1.44/_ping')).status).toBe(newest === '1.44' ? 200 : 400);
});

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
