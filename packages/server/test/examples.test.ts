/** The examples, as programs of theirs would use them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, Forbidden, NotFound, NotImplemented, type EngineV144 } from '@lading/client';
import { createServer, type EngineServer } from '@lading/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allowList } from '../examples/allow-list/allow-list.js';
import { auditLog } from '../examples/audit-log/audit-log.js';
import { memoryEngine } from '../examples/memory-engine/memory-engine.js';

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
  let behind: EngineV144;
  let front: EngineV144;

  beforeEach(async () => {
    behind = await clientOf(createServer(memoryEngine()), 'engine.sock');
    await (await behind.image.create({ fromImage: 'alpine', tag: 'latest' })).done();
    front = await clientOf(allowList(behind), 'front.sock');
  });

  it('lets pass what is on it', async () => {
    const { Id: id } = await front.container.create({ name: 'job', body: { Image: 'alpine', Cmd: ['echo', 'hello'] } });
    expect(await front.container.start({ id })).toEqual({ changed: true });
    expect((await front.container.wait({ id })).StatusCode).toBe(0);
    expect((await front.container.list({ all: true })).map(({ Names }) => Names)).toEqual([['/job']]);
    const logs = await front.container.logs({ id, stdout: true });
    expect(await logs.text()).toEqual({ stdout: 'hello\n', stderr: '' });
  });

  it('refuses everything else, by its name', async () => {
    await expect(front.image.delete({ name: 'alpine' })).rejects.toThrow(Forbidden);
    await expect(front.volume.list()).rejects.toThrow(/VolumeList is not on the list/);
  });

  it('refuses containers that reach the host', async () => {
    for (const HostConfig of [{ Privileged: true }, { Binds: ['/:/host'] }]) {
      const body = { Image: 'alpine', Cmd: ['true'], HostConfig };
      await expect(front.container.create({ body })).rejects.toThrow(Forbidden);
    }
    expect(await behind.container.list({ all: true })).toEqual([]);
  });

  it('passes refusals of the engine on as they are', async () => {
    await expect(front.container.inspect({ id: 'none' })).rejects.toThrow(NotFound);
    await expect(front.container.inspect({ id: 'none' })).rejects.toThrow(/No such container: none/);
  });
});

describe('the audit log', () => {
  it('tells every call, and no secrets', async () => {
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
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toMatchObject([
      { operation: 'VolumeCreate', version: '1.44', status: 201 },
      { operation: 'SystemAuth', status: 200 },
      { operation: 'ContainerInspect', path: { id: 'none' }, status: 404, error: 'No such container: none' },
      { operation: 'VolumeCreate', status: 400, error: expect.stringContaining('/Name must be a text') as string },
    ]);
    expect(lines.join('')).not.toContain('opensesame');
  });
});

describe('as programs', () => {
  it('all three start, and stand one behind the other', async () => {
    const place = (name: string) => join(folder, name);
    const memory = await program('memory-engine', ['--host', `unix://${place('memory.sock')}`]);
    const list = await program('allow-list', [place('list.sock')], { DOCKER_HOST: memory.address });
    const engine = await connect({ host: list.address, version: '1.44' });
    ends.push(() => engine.close());
    expect(await engine.container.list()).toEqual([]);
    await expect(engine.network.list()).rejects.toThrow(Forbidden);
    const audit = await program('audit-log', [place('audit.sock')]);
    const other = await connect({ host: audit.address, version: '1.44' });
    ends.push(() => other.close());
    await other.network.list();
    expect(audit.told()).toContain('"operation":"NetworkList"');
  });
});

/** Until it says where it listens; it is ended with the test. */
function program(
  name: string,
  words: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly address: string; told(): string }> {
  const file = join(import.meta.dirname, '../examples', name, 'main.mjs');
  const child = spawn(process.execPath, [file, ...words], { env: { PATH: process.env['PATH'], HOME: folder, ...env } });
  ends.push(() => child.kill());
  let told = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      told += chunk.toString();
      const address = /^listening on (\S+)$/m.exec(told)?.[1];
      if (address !== undefined) resolve({ address, told: () => told });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${told}`)));
  });
}

describe('a server', () => {
  it('answers 501 for what nobody implements, with the name of the operation', async () => {
    const engine = await clientOf(createServer({}), 'e.sock');
    await expect(engine.image.list()).rejects.toThrow(NotImplemented);
    await expect(engine.image.list()).rejects.toThrow(/ImageList is not implemented/);
  });
});
