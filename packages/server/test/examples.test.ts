/** The examples, used as a library and run as programs. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, Forbidden, NotFound, NotImplemented, type EngineV144 } from '@lading/client';
import { createServer, type Call, type EngineServer } from '@lading/server';
import { contract as newer } from '@lading/server-v1.44';
import { contract as older } from '@lading/server-v1.41';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { policy } from '../examples/allow-list/policy.js';
import { auditLog } from '../examples/audit-log/audit-log.js';
import { guardedGateway } from '../examples/guarded-gateway/guarded-gateway.js';
import { smallEngine } from '../examples/small-engine/small-engine.js';

const contracts = { '1.44': newer, '1.41': older };

function createCall(body: unknown): Call {
  return { operation: 'ContainerCreate', body } as Call;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  const { schema, of, to, fields } = value as Record<string, unknown>;
  if (fields !== undefined) return fields as Record<string, unknown>;
  return fieldsOf(typeof to === 'function' ? (to as () => unknown)() : (schema ?? of));
}

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

describe('the allow-list', () => {
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
});

describe('the audit log', () => {
  it('logs every call, without secrets', async () => {
    const lines: string[] = [];
    const engine = await clientOf(
      createServer(smallEngine(), { hooks: auditLog((line) => lines.push(line)) }),
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

describe('the guarded gateway', () => {
  it('has at most 40 lines', () => {
    const file = join(import.meta.dirname, '../examples/guarded-gateway/guarded-gateway.ts');
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('authenticates, applies its policy, counts and logs', async () => {
    const lines: object[] = [];
    const write = (fields: object): void => void lines.push(fields);
    const engine = await clientOf(createServer(smallEngine()), 'e.sock');
    const users = new Map([['4f1c', 'ana']]);
    const server = guardedGateway(engine, users, { info: write, warn: write, error: write });
    const { address } = await server.listen({ path: join(folder, 'guarded.sock') });
    onTestFinished(() => server.close({ timeout: 0 }));
    await expect(connect({ host: address, version: '1.44' })).rejects.toMatchObject({
      code: expect.anything() as string,
    });
    const ana = await connect({ host: address, version: '1.44', headers: { authorization: 'Bearer 4f1c' } });
    onTestFinished(() => ana.close());
    expect(await ana.container.list()).toEqual([]);
    await expect(ana.volume.list()).rejects.toThrow('VolumeList is not allowed');
    const create = (HostConfig: object): Promise<unknown> =>
      ana.container.create({ body: { Image: 'alpine', HostConfig } });
    await expect(create({ privileged: true })).rejects.toThrow('no privileged containers');
    await expect(create({ Binds: ['/:/host'] })).rejects.toThrow('no folders of the host');
    await expect(create({})).rejects.toThrow(NotImplemented);
    const metricsText = await new Promise<string>((resolve, reject) => {
      const options = {
        socketPath: join(folder, 'guarded.sock'),
        path: '/metrics',
        headers: { authorization: 'Bearer 4f1c' },
      };
      get(options, (response) => void text(response).then(resolve, reject));
    });
    expect(metricsText).toContain('{operation="ContainerCreate",method="POST",status="403"} 2');
    expect(lines).toContainEqual(expect.objectContaining({ operation: 'VolumeList', status: 403, user: 'ana' }));
    expect(lines).toContainEqual(expect.objectContaining({ status: 401, user: undefined }));
  });
});

describe('as programs', () => {
  it('start, and serve each other', async () => {
    const socketOf = (name: string) => join(folder, name);
    const audit = await program('audit-log', [socketOf('audit.sock')]);
    const list = await program('allow-list', [socketOf('list.sock')], { DOCKER_HOST: audit.address });
    const engine = await connect({ host: list.address, version: '1.44' });
    onTestFinished(() => engine.close());
    expect(await engine.container.list()).toEqual([]);
    await expect(engine.network.list()).rejects.toThrow(Forbidden);
    const other = await connect({ host: audit.address, version: '1.44' });
    onTestFinished(() => other.close());
    await other.network.list();
    // The program writes its line beside the response.
    await expect.poll(() => audit.output()).toContain('"operation":"NetworkList"');
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
  onTestFinished(() => void child.kill());
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
