/** The examples, used as a library and run as programs. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, Forbidden, NotFound, NotImplemented, type EngineV144 } from '@lading/client';
import { createServer, type Call, type EngineServer } from '@lading/server';
import { contract as newer } from '@lading/server-v1.44';
import { contract as older } from '@lading/server-v1.41';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allowList } from '../examples/allow-list/allow-list.js';
import { policy } from '../examples/allow-list/policy.js';
import { auditLog } from '../examples/audit-log/audit-log.js';
import { memoryEngine } from '../examples/memory-engine/memory-engine.js';

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

const contracts = { '1.44': newer, '1.41': older };

function createCall(body: unknown): Call {
  return { operation: 'ContainerCreate', body } as Call;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  const { schema, of, to, fields } = value as Record<string, unknown>;
  if (fields !== undefined) return fields as Record<string, unknown>;
  return fieldsOf(typeof to === 'function' ? (to as () => unknown)() : (schema ?? of));
}

const ends: (() => unknown)[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-server-'));
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function clientOf(server: EngineServer, name: string): Promise<EngineV144> {
  const { address } = await server.listen({ path: join(folder, name) });
  const engine = await connect({ host: address, version: '1.44' });
  ends.push(
    () => server.close(),
    () => engine.close(),
  );
  return engine;
}

describe('the allow-list', () => {
  let engineClient: EngineV144;
  let gatewayClient: EngineV144;

  beforeEach(async () => {
    engineClient = await clientOf(createServer(memoryEngine()), 'engine.sock');
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

  it('forwards requests for containers without access to the host', async () => {
    const HostConfig = {
      Binds: ['data:/data', 'data:/more:ro,nocopy'],
      Mounts: [
        {
          Type: 'volume',
          Source: 'data',
          Target: '/a',
          VolumeOptions: { NoCopy: true, DriverConfig: { Name: 'local' } },
        },
        { Type: 'tmpfs', Target: '/b', TmpfsOptions: { SizeBytes: 1000 } },
      ],
      NetworkMode: 'mine',
      PortBindings: { '80/tcp': [{ HostPort: '8080' }] },
      SecurityOpt: ['no-new-privileges'],
      Memory: 10_000_000,
      Privileged: false,
      PidMode: '',
      Devices: [],
      MaskedPaths: null,
    };
    expect(() => policy(createCall({ Image: 'alpine', Cmd: ['true'], HostConfig }))).not.toThrow();
  });

  it.each(Object.entries(contracts))('has a rule for every property of %s', (_, contract) => {
    const allowsOnlyKnown = (names: readonly string[], around: (body: unknown) => unknown): void => {
      for (const name of names) {
        expect(() => policy(createCall(around({ [name]: null }))), name).not.toThrow();
      }
    };
    const create = fieldsOf(contract.operations['ContainerCreate']?.body);
    allowsOnlyKnown(Object.keys(create), (body) => body);
    allowsOnlyKnown(Object.keys(fieldsOf(create['HostConfig'])), (HostConfig) => ({ HostConfig }));
  });

  it('forwards errors of the engine unchanged', async () => {
    await expect(gatewayClient.container.inspect({ id: 'none' })).rejects.toThrow(NotFound);
    await expect(gatewayClient.container.inspect({ id: 'none' })).rejects.toThrow(/No such container: none/);
  });
});

describe('the audit log', () => {
  it('logs every call, without secrets', async () => {
    const lines: string[] = [];
    const engine = await clientOf(
      createServer(memoryEngine(), { hooks: auditLog((line) => lines.push(line)) }),
      'e.sock',
    );
    lines.length = 0;
    await engine.volume.create({ body: { Name: 'data' } });
    await engine.system.auth({ body: { username: 'me', password: 'opensesame', serveraddress: 'example.com' } });
    await expect(engine.container.inspect({ id: 'none' })).rejects.toThrow(NotFound);
    await expect(engine.volume.create({ body: { Name: 5 as never, Labels: { key: 'opensesame' } } })).rejects.toThrow();
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toMatchObject([
      { operation: 'VolumeCreate', version: '1.44', status: 201 },
      { operation: 'SystemAuth', status: 200 },
      { operation: 'ContainerInspect', path: { id: 'none' }, status: 404, error: 'No such container: none' },
      { operation: 'VolumeCreate', status: 400, error: expect.stringContaining('/Name must be a string') as string },
    ]);
    expect(lines.join('')).not.toContain('opensesame');
  });
});

describe('as programs', () => {
  it('all three start, and serve each other', async () => {
    const socketOf = (name: string) => join(folder, name);
    const memory = await program('memory-engine', ['--host', `unix://${socketOf('memory.sock')}`]);
    const list = await program('allow-list', [socketOf('list.sock')], { DOCKER_HOST: memory.address });
    const engine = await connect({ host: list.address, version: '1.44' });
    ends.push(() => engine.close());
    expect(await engine.container.list()).toEqual([]);
    await expect(engine.network.list()).rejects.toThrow(Forbidden);
    const audit = await program('audit-log', [socketOf('audit.sock')]);
    const other = await connect({ host: audit.address, version: '1.44' });
    ends.push(() => other.close());
    await other.network.list();
    expect(audit.output()).toContain('"operation":"NetworkList"');
  });
});

/** Starts an example program and waits until it listens. The program is killed after the test. */
function program(
  name: string,
  words: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly address: string; output(): string }> {
  const file = join(import.meta.dirname, '../examples', name, 'main.mjs');
  const child = spawn(process.execPath, [file, ...words], { env: { PATH: process.env['PATH'], HOME: folder, ...env } });
  ends.push(() => child.kill());
  let output = '';
  return new Promise((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /^listening on (\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve({ address, output: () => output });
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output}`)));
  });
}

describe('a server', () => {
  it('responds with 501 and the name of the operation if it is not implemented', async () => {
    const engine = await clientOf(createServer({}), 'e.sock');
    await expect(engine.image.list()).rejects.toThrow(NotImplemented);
    await expect(engine.image.list()).rejects.toThrow(/ImageList is not implemented/);
  });
});
