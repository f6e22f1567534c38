/** Tests the bridge: a client of 1.41 and the command line of that version, with an engine of 1.44. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { connect, type Engine } from '@lading/client-v1.41';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../src/index.js';

const folder = temporaryFolder();
const closings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(closings.map((close) => close()));
});

async function before(engine: string, name: string): Promise<{ readonly socket: string; readonly client: Engine }> {
  const socket = join(folder, name);
  const bridge = await listen({
    address: `unix://${socket}`,
    engine: `unix://${engine}`,
    as: '1.44',
    serve: { oldest: '1.41', newest: '1.41' },
  });
  closings.push(() => bridge.close({ timeout: 0 }));
  return { socket, client: await connect({ host: `unix://${socket}`, env: {} }) };
}

describe('with a mock engine', () => {
  const asked: { readonly line: string; readonly body: unknown }[] = [];
  let client: Engine;
  beforeAll(async () => {
    const engine = createServer((request, response) => {
      void (async () => {
        const body = request.headers['content-type'] === undefined ? undefined : await json(request);
        const line = `${request.method ?? ''} ${request.url ?? ''}`;
        if (!line.includes('_ping')) asked.push({ line, body });
        response.writeHead(200, { 'content-type': 'application/json', 'api-version': '1.44' });
        response.end(
          line.includes('/images/json') ? '[{"Id":"i","Size":5,"RepoTags":[],"RepoDigests":[]}]' : '{"Id":"c"}',
        );
      })();
    });
    closings.push(() => new Promise((resolve) => engine.close(resolve).closeAllConnections()));
    const socket = join(folder, 'mock.sock');
    await new Promise<void>((resolve) => engine.listen(socket, resolve));
    ({ client } = await before(socket, 'old.sock'));
  });
  afterAll(() => client.close());

  it('converts differing messages in both directions', async () => {
    expect(await client.image.list()).toEqual([
      { Id: 'i', Size: 5, VirtualSize: 5, RepoTags: ['<none>:<none>'], RepoDigests: ['<none>@<none>'] },
    ]);
    await client.container.create({ body: { Image: 'a', HostConfig: { Binds: ['/a:/b:ro'] } } });
    expect(asked.at(-1)).toEqual({
      line: 'POST /v1.44/containers/create',
      body: {
        Image: 'a',
        HostConfig: {
          Mounts: [
            {
              Type: 'bind',
              Source: '/a',
              Target: '/b',
              ReadOnly: true,
              BindOptions: { CreateMountpoint: true, ReadOnlyNonRecursive: true },
            },
          ],
          Binds: [],
          Annotations: { 'lading.mounts': '{"binds":["/a:/b:ro"],"mounts":[]}' },
        },
      },
    });
    await client.volume.prune({ filters: { label: ['x'] } });
    expect(decodeURIComponent(asked.at(-1)?.line ?? '')).toBe(
      'POST /v1.44/volumes/prune?filters={"label":["x"],"all":["true"]}',
    );
  });

  it('passes identical messages on', async () => {
    await client.container.exec({ id: 'c', body: { Cmd: ['x'] } });
    await client.exec.inspect({ id: 'e' });
    expect(asked.at(-1)?.line).toBe('GET /v1.44/exec/e/json');
  });

  it('responds with a refusal without a request to the engine', async () => {
    const count = asked.length;
    const body = { NetworkingConfig: { EndpointsConfig: { one: {}, two: {} } } };
    await expect(client.container.create({ body })).rejects.toMatchObject({
      status: 400,
      reason: 'Container cannot be created with multiple network endpoints: one, two',
    });
    expect(asked.length).toBe(count);
  });
});

const engine = join(process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines', '26.1/dk/docker.sock');
const commandLine = '/usr/bin/docker';
const isOld = existsSync(commandLine) && /20\.10/.test(String(spawnSync(commandLine, ['--version']).stdout));
// A socket file remains after its engine has ended.
const isRunning = await new Promise<boolean>((resolve) => {
  const socket = createConnection(engine, () => resolve(true));
  socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
});
const skipped = isRunning ? '' : ` (SKIPPED: no engine listens on ${engine})`;

describe.skipIf(skipped !== '')(`before a real engine${skipped}`, () => {
  let socket = '';
  let client: Engine;
  beforeAll(async () => ({ socket, client } = await before(engine, 'real.sock')));
  afterAll(() => client.close());

  it('responds like an engine of 1.41', async () => {
    const info = await client.system.info();
    expect(info).toHaveProperty('KernelMemory');
    for (const image of await client.image.list()) expect(image).toHaveProperty('VirtualSize', image.Size);
  });

  it.skipIf(!isOld)('serves the command line of that time', async () => {
    const run = async (...words: readonly string[]) =>
      (await promisify(execFile)(commandLine, ['-H', `unix://${socket}`, ...words], { timeout: 30_000 })).stdout;
    expect(await run('version', '--format', '{{.Client.APIVersion}}')).toBe('1.41\n');
    expect(await run('ps', '-a')).toContain('CONTAINER ID');
    expect(await run('images')).toContain('REPOSITORY');
    expect(await run('info', '--format', '{{.OSType}}')).toBe('linux\n');
  });
});
