/** Parts of volumes that containers mount: `VolumeOptions.Subpath`, from 1.45 on. */
import { connect } from '@lading/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEngine, type RunningEngine } from '../src/index.js';

let engine: RunningEngine;
let client: Awaited<ReturnType<typeof open>>;
const open = () => connect({ host: engine.address, version: '1.55' });

beforeAll(async () => {
  engine = await startEngine({ images: ['busybox'], publishPorts: false, checkResponses: true });
  client = await open();
  const script = 'mkdir -p /v/sub/x /v/empty; echo hi > /v/sub/f; ln -s / /v/up; ln -s sub /v/link; ln -s ../.. /v/out';
  const { Id } = await client.container.create({
    body: { Image: 'busybox', Cmd: ['sh', '-c', script], HostConfig: { Binds: ['data:/v'] } },
  });
  await client.container.start({ id: Id });
  await client.container.wait({ id: Id });
});
afterAll(async () => {
  await client.close();
  await engine.close();
});

async function run(Subpath: string, Target = '/m', Source: string | undefined = 'data', command = 'ls /m || cat /m') {
  const mount = { Type: 'volume' as const, ...(Source && { Source }), Target, VolumeOptions: { Subpath } };
  const body = { Image: 'busybox', Cmd: ['sh', '-c', command], HostConfig: { Mounts: [mount] } };
  const { Id: id } = await client.container.create({ body });
  await client.container.start({ id });
  await client.container.wait({ id });
  const { HostConfig } = await client.container.inspect({ id });
  expect(HostConfig.Mounts).toEqual([mount]);
  const { stdout } = await (await client.container.logs({ id, stdout: true })).text();
  return stdout.trim().split('\n');
}

it.each([
  ['sub', ['f', 'x']],
  ['link', ['f', 'x']],
  ['sub/../sub', ['f', 'x']],
  ['sub//x/', ['']],
  ['.', ['empty', 'link', 'out', 'sub', 'up']],
])('%s shows what is in it', async (part, shown) => expect(await run(part)).toEqual(shown));

it('may be a file', async () => {
  expect(await run('sub/f', '/m', 'data', 'cat /m; echo more >> /m')).toEqual(['hi']);
  expect(await run('link/f', '/m', 'data', 'cat /m')).toEqual(['hi', 'more']);
});

it('is filled by what the image has at its place', async () => {
  expect(await run('empty', '/etc', 'data', 'ls /etc/passwd')).toEqual(['/etc/passwd']);
  expect(await run('empty', '/m', 'data', 'ls /m/passwd')).toEqual(['/m/passwd']);
});

const base = '/var/lib/docker/volumes/data/_data';
it.each([
  ['../x', 400, 'invalid mount config for type "volume": subpath must be a relative path within the volume'],
  ['/sub', 400, 'invalid mount config for type "volume": subpath must be a relative path within the volume'],
  ['none', 404, `cannot access path ${base}/none: lstat ${base}/none: no such file or directory`],
  ['up/etc', 400, `path concatenation escapes the base directory, base: ${base}, subpath: up/etc`],
  ['out', 400, `path concatenation escapes the base directory, base: ${base}, subpath: out`],
  ['sub/f/x', 500, `error while resolving symlinks in combined path "${base}/sub/f/x": not a directory`],
])('%s is refused with %i', async (part, status, message) => {
  await expect(run(part)).rejects.toMatchObject({ status, message: expect.stringContaining(message) as string });
});

it('of a volume without a name is refused', async () => {
  await expect(run('sub', '/m', '')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('must not set Subpath when using anonymous volumes') as string,
  });
});

it('is mounted by the tasks of services', async () => {
  engine.swarm.init();
  const Mounts = [{ Type: 'volume' as const, Source: 'data', Target: '/m', VolumeOptions: { Subpath: 'sub' } }];
  const ContainerSpec = { Image: 'busybox', Args: ['sh', '-c', 'ls /m; sleep 100'], Mounts };
  const { ID } = await client.service.create({ body: { Name: 's', TaskTemplate: { ContainerSpec } } });
  const output = async () => (await (await client.service.logs({ id: ID, stdout: true })).text()).stdout;
  await expect.poll(output).toContain('f\n');
});

it.each([
  [{}, 'filled'],
  [{ NoCopy: true }, 'empty'],
])('a new volume with the options %j is %s', async (VolumeOptions, content) => {
  const mount = { Type: 'volume' as const, Source: content, Target: '/etc', VolumeOptions };
  const Cmd = ['sh', '-c', 'test -e /etc/passwd && echo filled || echo empty'];
  const { Id: id } = await client.container.create({
    body: { Image: 'busybox', Cmd, HostConfig: { Mounts: [mount] } },
  });
  await client.container.start({ id });
  await client.container.wait({ id });
  expect((await (await client.container.logs({ id, stdout: true })).text()).stdout).toBe(`${content}\n`);
});
