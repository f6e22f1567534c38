/** Examples of @lading/server in front of the reference engine. */
import { join } from 'node:path';
import { connect, Forbidden, NotFound, type EngineV144 } from '@lading/client';
import { createServerV144, type EngineServer } from '@lading/server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { allowList } from '../../server/examples/allow-list/allow-list.js';
import { gateway } from '../../server/examples/gateway/gateway.js';
import { createEngine } from '../src/index.js';

/** A value for each way in which a container can access the host or other containers. */
const reachingTheHost: readonly (readonly [name: string, value: unknown])[] = [
  ['Privileged', true],
  ['Binds', ['/:/host']],
  ['Binds', ['data:/data', '/:/host']],
  ['Binds', ['./etc:/host']],
  ['Binds', ['data:/data:rshared']],
  ['Mounts', [{ Type: 'bind', Source: '/', Target: '/host' }]],
  ['Mounts', [{ Type: 'volume', Source: '/', Target: '/host' }]],
  [
    'Mounts',
    [
      {
        Type: 'volume',
        Target: '/host',
        VolumeOptions: { DriverConfig: { Name: 'local', Options: { type: 'none', o: 'bind', device: '/' } } },
      },
    ],
  ],
  ['Mounts', [{ Type: 'volume', Target: '/host', VolumeOptions: { DriverConfig: { Name: 'other' } } }]],
  ['VolumesFrom', ['other']],
  ['VolumeDriver', 'other'],
  ['Devices', [{ PathOnHost: '/dev/sda', PathInContainer: '/dev/sda', CgroupPermissions: 'rwm' }]],
  ['DeviceCgroupRules', ['b 8:* rwm']],
  ['DeviceRequests', [{ Count: -1 }]],
  ['BlkioWeightDevice', [{ Path: '/dev/sda', Weight: 10 }]],
  ['CapAdd', ['SYS_ADMIN']],
  ['SecurityOpt', ['seccomp=unconfined']],
  ['SecurityOpt', ['no-new-privileges', 'apparmor=unconfined']],
  ['CgroupParent', '/'],
  ['CgroupnsMode', 'host'],
  ['Cgroup', 'container:other'],
  ['NetworkMode', 'host'],
  ['NetworkMode', 'container:other'],
  ['NetworkMode', '3f8a'],
  ['IpcMode', 'host'],
  ['IpcMode', 'container:other'],
  ['PidMode', 'host'],
  ['PidMode', 'container:other'],
  ['UTSMode', 'host'],
  ['UsernsMode', 'host'],
  ['Runtime', 'other'],
  ['Sysctls', { 'kernel.msgmax': '1' }],
  ['Links', ['other:other']],
  ['MaskedPaths', []],
  ['ReadonlyPaths', []],
  ['OomScoreAdj', -1000],
  ['OomKillDisable', true],
  ['Annotations', { a: 'b' }],
  ['StorageOpt', { size: '1' }],
  ['LogConfig', { Type: 'syslog', Config: { 'syslog-address': 'unixgram:///dev/log' } }],
];

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

async function clientOf(server: EngineServer, name: string): Promise<EngineV144> {
  const { address } = await server.listen({ path: join(folder, name) });
  const engine = await connect({ host: address, version: '1.44' });
  onTestFinished(() => server.close());
  onTestFinished(() => engine.close());
  return engine;
}

/** @returns the handlers of an engine that is closed after the test */
function newEngine() {
  const engine = createEngine();
  onTestFinished(() => engine.close());
  return engine.handlers;
}

describe('the allow-list', () => {
  let engineClient: EngineV144;
  let gatewayClient: EngineV144;

  beforeEach(async () => {
    engineClient = await clientOf(createServerV144(newEngine()), 'engine.sock');
    await (await engineClient.image.create({ fromImage: 'alpine', tag: 'latest' })).done();
    gatewayClient = await clientOf(allowList(`unix://${join(folder, 'engine.sock')}`), 'gateway.sock');
  });

  it('forwards the listed operations', async () => {
    const { Id: id } = await gatewayClient.container.create({
      name: 'job',
      body: { Image: 'alpine', Cmd: ['echo', 'hello'] },
    });
    expect(await gatewayClient.container.start({ id })).toEqual({ changed: true });
    expect((await gatewayClient.container.wait({ id })).StatusCode).toBe(0);
    expect((await gatewayClient.container.list({ all: true })).map(({ Names }) => Names)).toEqual([['/job']]);
    const logs = await gatewayClient.container.logs({ id, stdout: true });
    expect(await logs.text()).toEqual({ stdout: 'hello\n', stderr: '' });
  });

  it('rejects all other operations, with their name', async () => {
    await expect(gatewayClient.image.delete({ name: 'alpine' })).rejects.toThrow(Forbidden);
    await expect(gatewayClient.volume.list()).rejects.toThrow(/VolumeList is not on the list/);
  });

  it('rejects containers with access to the host', async () => {
    for (const [name, value] of reachingTheHost) {
      const body = { Image: 'alpine', Cmd: ['true'], HostConfig: { [name]: value } };
      await expect(gatewayClient.container.create({ body }), name).rejects.toThrow(
        new RegExp(`^HostConfig\\.${name}\\b.* is not allowed`),
      );
    }
    expect(await engineClient.container.list({ all: true })).toEqual([]);
  });

  it('rejects unknown properties, and networks of others', async () => {
    for (const [body, property] of [
      [{ Privileged: true }, 'Privileged'],
      [{ HostConfig: { Unheard: null } }, 'HostConfig.Unheard'],
      [{ NetworkingConfig: { EndpointsConfig: { host: {} } } }, 'NetworkingConfig.EndpointsConfig'],
      [
        { NetworkingConfig: { EndpointsConfig: { mine: { Links: ['a:b'] } } } },
        'NetworkingConfig.EndpointsConfig.mine.Links',
      ],
    ] as const) {
      await expect(gatewayClient.container.create({ body: { Image: 'alpine', ...body } as never })).rejects.toThrow(
        `${property} is not allowed`,
      );
    }
  });

  it('forwards errors of the engine unchanged', async () => {
    await expect(gatewayClient.container.inspect({ id: 'none' })).rejects.toThrow(NotFound);
    await expect(gatewayClient.container.inspect({ id: 'none' })).rejects.toThrow(/No such container: none/);
  });
});

describe('the gateway', () => {
  it.each(['1.41', '1.44'] as const)(
    'serves clients of %s: runs, attaches, executes, copies, waits',
    async (version) => {
      await clientOf(createServerV144(newEngine()), 'engine.sock');
      const server = gateway(`unix://${join(folder, 'engine.sock')}`);
      onTestFinished(() => server.close({ timeout: 0 }));
      const { address: host } = await server.listen({ path: join(folder, 'gateway.sock') });
      const engine = await connect({ host, version: version as '1.44' });
      onTestFinished(() => engine.close());
      await (await engine.image.create({ fromImage: 'alpine', tag: 'latest' })).done();
      const { Id: id } = await engine.container.create({
        name: 'box',
        body: { Image: 'alpine', Cmd: ['cat'], OpenStdin: true, StdinOnce: true },
      });
      const attached = await engine.container.attach({ id, stream: true, stdin: true, stdout: true });
      await engine.container.start({ id });
      const waiting = engine.container.wait({ id });
      attached.stdin.end('typed');
      expect((await attached.text()).stdout).toBe('typed');
      expect((await waiting).StatusCode).toBe(0);
      expect(await engine.container.start({ id })).toEqual({ changed: true });
      expect(await engine.system.version()).toMatchObject({ ApiVersion: '1.44' });
      await expect(engine.container.inspect({ id: 'none' })).rejects.toThrow(/No such container: none/);
      await engine.container.delete({ id, force: true });
    },
  );
});
