/** A client as handlers: a gateway between a client and a server, with every kind of result. */
import { request } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { connect, type EngineV144 } from '@lading/client';
import {
  BadRequest,
  createServerV144,
  NotFound,
  reply,
  session,
  terminal,
  type EngineServer,
  type HandlersV144,
  type ServerOptions,
} from '@lading/server';
import { fromClient } from '@lading/server/from-client';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { contracts } from '@lading/conversions/contracts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

async function clientOf(server: EngineServer, name: string): Promise<EngineV144> {
  const { address } = await server.listen({ path: join(folder, name) });
  const engine = await connect({ host: address, version: '1.44' });
  onTestFinished(async () => void (await Promise.all([engine.close(), server.close({ timeout: 0 })])));
  return engine;
}

/** Returns a client of a gateway to a server with these handlers. */
async function through(handlers: HandlersV144, options: ServerOptions = {}): Promise<EngineV144> {
  const engine = await clientOf(
    createServerV144(handlers, { checkResponses: false, onError: () => undefined }),
    'engine.sock',
  );
  return clientOf(
    createServerV144(fromClient(engine), { checkResponses: false, onError: () => undefined, ...options }),
    'gateway.sock',
  );
}

const frames = [
  { stream: 'stdout', data: 'out' },
  { stream: 'stderr', data: 'err' },
] as const;

describe('fromClient', () => {
  it('passes on empty credentials, which engines require for a push', async () => {
    const seen: unknown[] = [];
    const engine = await through({
      image: {
        push: ({ headers, request: { headers: sent } }) => {
          seen.push(headers, sent['x-registry-auth']);
          return [{ status: 'Pushed' }];
        },
      },
    });
    await (await engine.image.push({ name: 'a', 'X-Registry-Auth': {} })).toArray();
    expect(seen).toEqual([{ 'X-Registry-Auth': {} }, 'e30=']);
  });

  it('forwards input and whole results, with statuses, headers and errors', async () => {
    const calls: unknown[] = [];
    const engine = await through({
      container: {
        list: ({ query }) => (calls.push(query), []),
        start: () => reply(304),
        inspect: ({ path: { id } }) => {
          throw new NotFound(`No such container: ${id}`);
        },
        archiveInfo: () =>
          reply(200, undefined, {
            'X-Docker-Container-Path-Stat': { name: 'a', size: 5, mode: 420, mtime: '', linkTarget: '' },
          }),
      },
      image: {
        create: async function* ({ headers, query }) {
          calls.push(headers, query);
          yield { status: 'Pulling' };
        },
      },
      volume: {
        create: ({ body }) => (calls.push(body), { Name: body.Name ?? '' }) as never,
        delete: () => undefined,
      },
      system: { ping: () => reply(200, 'OK', { 'Builder-Version': '2' }) },
    });
    expect(await engine.container.list({ all: true, filters: { label: ['a=b'] } })).toEqual([]);
    expect(await engine.container.start({ id: 'a' })).toEqual({ changed: false });
    await expect(engine.container.inspect({ id: 'x' })).rejects.toMatchObject({
      status: 404,
      reason: 'No such container: x',
    });
    const stat = await engine.container.archiveInfo({ id: 'a', path: '/a' });
    expect(JSON.parse(Buffer.from(stat['x-docker-container-path-stat'] ?? '', 'base64').toString())).toMatchObject({
      size: 5,
    });
    const created = engine.image.create({ fromImage: 'alpine', 'X-Registry-Auth': { username: 'me', password: 'x' } });
    expect(await (await created).toArray()).toEqual([{ status: 'Pulling' }]);
    expect(await engine.volume.create({ body: { Name: 'data', Labels: { a: 'b' } } })).toEqual({ Name: 'data' });
    expect(await engine.volume.delete({ name: 'data' })).toBeUndefined();
    expect(await engine.system.ping()).toBe('OK');
    // What a handler logs shows no secret, and what it passes on has it.
    expect(JSON.stringify(calls[1])).toBe('{"X-Registry-Auth":"[credentials]"}');
    expect(calls).toMatchObject([
      { all: true, filters: { label: ['a=b'] } },
      { 'X-Registry-Auth': { username: 'me', password: 'x' } },
      { fromImage: 'alpine' },
      { Name: 'data', Labels: { a: 'b' } },
    ]);
    const headers = await new Promise<Record<string, unknown>>((resolve) =>
      request({ socketPath: join(folder, 'gateway.sock'), path: '/_ping' }, ({ headers: all }) => resolve(all)).end(),
    );
    expect(headers).toMatchObject({
      'builder-version': '2',
      'api-version': Object.keys(contracts)[0],
      'cache-control': expect.any(String) as string,
    });
  });

  it('forwards output of both kinds, archives, and streams that fail', async () => {
    const engine = await through({
      container: {
        inspect: () => ({ Config: { Tty: false } }) as never,
        logs: ({ path: { id } }) => (id === 'tty' ? terminal(['a', 'b']) : frames),
        export: () => [Buffer.alloc(2048)],
      },
      image: {
        build: async function* ({ body }) {
          yield { stream: (await text(body)).slice(0, 4) };
          throw new BadRequest('no such instruction');
        },
      },
    });
    const logs = await engine.container.logs({ id: 'a', stdout: true, stderr: true });
    expect(await logs.text()).toEqual({ stdout: 'out', stderr: 'err' });
    expect(await (await engine.container.logs({ id: 'tty', stdout: true }, { tty: true })).text()).toMatchObject({
      stdout: 'ab',
    });
    expect((await buffer(await engine.container.export({ id: 'a' }))).length).toBe(2048);
    const build = await engine.image.build({ body: Buffer.from('FROM alpine') });
    const items: unknown[] = [];
    await expect(
      (async () => {
        for await (const item of build) items.push(item);
      })(),
    ).rejects.toMatchObject({ code: 'STREAM', reason: 'no such instruction' });
    expect(items).toEqual([{ stream: 'FROM' }]);
  });

  it('forwards the session of a builder, with the headers that describe it and no others', async () => {
    const seen: unknown[] = [];
    const engine = await through({
      session: {
        start: ({ request: { headers, headersDistinct } }) => {
          seen.push(headersDistinct['x-docker-expose-session-grpc-method'], headers['x-docker-expose-session-name']);
          seen.push(headers['authorization']);
          return session(
            ({ raw }) => new Promise((resolve) => raw.once('data', (data) => raw.write(data, () => resolve()))),
          );
        },
      },
    });
    const headers = { 'X-Docker-Expose-Session-Name': 'abc', Authorization: 'of the gateway' };
    const methods = { 'X-Docker-Expose-Session-Grpc-Method': ['/a/One', '/a/Two'] };
    const connection = await engine.session.start(methods, { headers });
    connection.end('h2c');
    expect(await text(connection)).toBe('h2c');
    expect(seen).toEqual([['/a/One', '/a/Two'], 'abc', undefined]);
  });

  it('forwards attachments with half-closed input, terminals, detached starts and websockets', async () => {
    const echo = session(async ({ stdin, stdout, stderr }) => {
      const input = await text(stdin);
      stdout.write(`out ${input}`);
      stderr.write(`err ${input}`);
    });
    const engine = await through({
      container: {
        attach: ({ query }) =>
          query.logs === true ? session(({ stdout }) => void stdout.write('tty'), { tty: true }) : echo,
        attachWebsocket: () =>
          session(({ raw }) => new Promise((resolve) => raw.once('data', (data) => raw.write(data, () => resolve())))),
      },
      exec: { start: () => undefined },
    });
    const attachment = await engine.container.attach({
      id: 'a',
      stream: true,
      stdin: true,
      stdout: true,
      stderr: true,
    });
    attachment.stdin.end('hello');
    expect(await attachment.text()).toEqual({ stdout: 'out hello', stderr: 'err hello' });
    const tty = await engine.container.attach({ id: 'a', logs: true, stdout: true });
    expect([tty.tty, await tty.text()]).toEqual([true, { stdout: 'tty', stderr: '' }]);
    const detached = await engine.exec.start({ id: 'a', body: { Detach: true } });
    expect(await detached.text()).toEqual({ stdout: '', stderr: '' });
    const socket = await engine.container.attachWebsocket({ id: 'a', stdin: true, stdout: true, stream: true });
    socket.write('ping');
    expect(String((await socket.toArray())[0])).toBe('ping');
  });

  it('forwards one sample of statistics', async () => {
    const engine = await through({
      container: {
        stats: async function* () {
          yield { id: 'a', num_procs: 3 } as never;
        },
      },
    });
    // The types of one version know of a stream alone, which one sample is, too.
    const stats = await engine.container.stats({ id: 'a', stream: false });
    expect(stats).toMatchObject({ id: 'a', num_procs: 3 });
    expect(await stats.toArray()).toEqual([stats]);
  });

  it('ends the call to the engine when the client disconnects', async () => {
    let isAborted = false;
    const engine = await through({
      container: {
        stats: async function* ({ signal }) {
          yield {} as never;
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          isAborted = true;
        },
      },
    });
    const stats = await engine.container.stats({ id: 'a', stream: true });
    for await (const _ of stats) break;
    await expect.poll(() => isAborted, { timeout: 10_000 }).toBe(true);
  });

  it('responds with 400 to what the client refuses, and 502 without an engine', async () => {
    const engine = await clientOf(createServerV144({}), 'engine.sock');
    const gateway = createServerV144(fromClient(engine), { onError: () => undefined });
    const client = await clientOf(gateway, 'gateway.sock');
    const socket = connectSocket(join(folder, 'gateway.sock'), () =>
      socket.end('GET /v1.44/containers/a%2Fb/json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    );
    expect(await text(socket)).toMatch(/^HTTP\/1.1 (400|404)/);
    await engine.close();
    await expect(client.volume.list()).rejects.toMatchObject({
      status: 502,
      reason: expect.stringContaining('the engine does not respond') as string,
    });
  });
});
