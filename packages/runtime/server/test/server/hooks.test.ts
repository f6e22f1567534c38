/** Hooks at every stage, in several objects, and of single operations. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { arrayOf, object, required, string } from '@lading/runtime-wire';
import {
  callWith,
  createEngineServer,
  reply,
  session,
  type ApiServer,
  type Contract,
  type EndedRequest,
  type Ending,
  type HandlerTable,
  type Hooks,
  type ServerOptions,
} from '../../src/index.js';
import { request, textOf } from './request.js';

const contract: Contract = {
  version: '1.44',
  operations: {
    VolumeList: {
      id: 'VolumeList',
      noun: 'volume',
      verb: 'list',
      method: 'GET',
      path: '/volumes',
      responses: { 200: { kind: 'json', schema: object({ Volumes: required(arrayOf(string)) }) } },
    },
    VolumeInspect: {
      id: 'VolumeInspect',
      noun: 'volume',
      verb: 'inspect',
      method: 'GET',
      path: '/volumes/{name}',
      parameters: { path: { name: { encoding: 'plain', schema: string, required: true } } },
      responses: { 200: { kind: 'json', schema: object({ Name: required(string) }) } },
    },
    Logs: {
      id: 'Logs',
      noun: 'volume',
      verb: 'logs',
      method: 'GET',
      path: '/logs',
      responses: { 200: { kind: 'bytes', mediaType: 'application/octet-stream' } },
    },
    Attach: {
      id: 'Attach',
      noun: 'volume',
      verb: 'attach',
      method: 'POST',
      path: '/attach',
      responses: {
        101: { kind: 'upgrade', mediaType: 'application/raw' },
        200: { kind: 'output', mediaType: 'application/raw' },
      },
    },
  },
};

const handlers: HandlerTable = {
  volume: {
    list: () => ({ Volumes: [] }),
    inspect: ({ path, state }: { path: { name: string }; state: Record<string, unknown> }) => ({
      Name: [path.name, state['user']].filter(Boolean).join(' of '),
    }),
  },
};

const open: ApiServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close({ timeout: 0 })));
});

async function ask(url: string, options: ServerOptions, method = 'GET'): Promise<readonly [number, string]> {
  const response = await createEngineServer(contract, handlers, options).handle(request(method, url));
  return [response.status, await textOf(response)];
}

describe('several hooks', () => {
  it('are called in order, those of all operations before those of one, until one replies', async () => {
    const calls: string[] = [];
    const note = (name: string): Hooks => ({
      beforeBody: () => void calls.push(`${name} beforeBody`),
      before: () => Promise.resolve(void calls.push(`${name} before`)),
      around: async (_call, run) => {
        calls.push(`${name} in`);
        const result = await run();
        calls.push(`${name} out`);
        return result;
      },
      after: () => void calls.push(`${name} after`),
    });
    const own: Hooks = { operations: { VolumeList: note('one') } };
    expect(await ask('/volumes', { hooks: [note('a'), own, note('b')] })).toEqual([200, '{"Volumes":[]}\n']);
    expect(calls.join(', ')).toBe(
      'a beforeBody, one beforeBody, b beforeBody, a before, one before, b before, ' +
        'a in, one in, b in, b out, one out, a out, a after, one after, b after',
    );
    calls.length = 0;
    await ask('/volumes/x', { hooks: [{ before: () => reply(200, { Name: 'y' }) }, note('b'), own] });
    expect(calls).toEqual(['b beforeBody', 'b after']);
  });

  it('of an operation that no version has are an error', () => {
    expect(() => createEngineServer(contract, {}, { hooks: { operations: { VolumeLst: {} } } })).toThrow(
      'hooks.operations.VolumeLst: no served version has this operation; check its spelling',
    );
    expect(() => createEngineServer(contract, {}, { hooks: { operations: { SystemPing: {} } } })).not.toThrow();
  });

  it('may run the handler with another call', async () => {
    const around: Hooks['around'] = (call, run) => run(callWith(call, { path: { name: 'other' } }));
    expect(await ask('/volumes/x', { hooks: { around } })).toEqual([200, '{"Name":"other"}\n']);
  });
});

describe('the state of a request', () => {
  it('is shared by hooks, the handler and the end, and by no other request', async () => {
    const users: unknown[] = [];
    const hooks: Hooks = {
      beforeBody: ({ state, request: { url } }) => {
        if (url.includes('a')) state['user'] = 'me';
      },
      after: ({ state }, { headers }) => {
        users.push(state['user']);
        headers['X-User'] = String(state['user']);
      },
    };
    const server = createEngineServer(contract, handlers, { hooks });
    const first = await server.handle(request('GET', '/volumes/a'));
    const second = await server.handle(request('GET', '/volumes/b'));
    expect([await textOf(first), await textOf(second), users]).toEqual([
      '{"Name":"a of me"}\n',
      '{"Name":"b"}\n',
      ['me', undefined],
    ]);
    expect(first.headers['X-User']).toBe('me');
  });
});

describe('end', () => {
  type End = readonly [EndedRequest, Ending];
  const listen = async (
    own: object,
    more: ServerOptions = {},
  ): Promise<{ base: string; port: number; ends: End[] }> => {
    const ends: End[] = [];
    const hooks: Hooks = { end: (...end) => void ends.push(end) };
    const server = createEngineServer(contract, { volume: { ...handlers['volume'], ...own } }, { ...more, hooks });
    open.push(server);
    const { port } = await server.listen({ port: 0 });
    return { base: `http://127.0.0.1:${port}`, port, ends };
  };
  const oneEnd = async (ends: End[]): Promise<End> => {
    await vi.waitFor(() => expect(ends).toHaveLength(1), 10_000);
    return ends[0] as End;
  };

  it.each([
    ['/volumes', 'GET', 'VolumeList', 200, 15],
    ['/v1.3/volumes', 'GET', 'VolumeList', 400, undefined],
    ['/none', 'GET', undefined, 404, 29],
    ['/volumes', 'OPTIONS', undefined, 200, 0],
    [`/${'x'.repeat(40_000)}`, 'GET', undefined, 414, undefined],
    ['/healthz', 'GET', undefined, 200, 2],
  ])('is called for %.20s %s', async (path, method, operation, status, bytes) => {
    const { base, ends } = await listen({}, { routes: { 'GET /healthz': () => 'ok' } });
    const response = await fetch(base + path, { method });
    const body = await response.text();
    const [ended, ending] = await oneEnd(ends);
    expect([ended.operation, ending.status, ending.bytes, ending.isComplete]).toEqual([
      operation,
      status,
      bytes ?? body.length,
      true,
    ]);
    expect(ended.request?.url).toBe(path);
  });

  it('is called for what is not HTTP', async () => {
    const { port, ends } = await listen({});
    const socket = connect(port, '127.0.0.1', () => socket.write('no http\r\n\r\n'));
    expect(await text(socket)).toContain('400 Bad Request');
    const [ended, { status, error }] = await oneEnd(ends);
    expect([ended, status, String(error)]).toEqual([{ state: {} }, 400, 'HttpError: the request is not valid HTTP']);
  });

  it('is called at the end of a stream, with its bytes', async () => {
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const { base, ends } = await listen({
      logs: async function* () {
        yield 'äö';
        await done;
        yield Buffer.from('end');
      },
    });
    const response = await fetch(`${base}/logs`);
    expect(ends).toEqual([]);
    finish();
    await response.text();
    const [, { bytes, isComplete, duration }] = await oneEnd(ends);
    expect([bytes, isComplete, duration > 0]).toEqual([7, true, true]);
  });

  it('is called for a stream that fails, and for a client that disconnects', async () => {
    const { base, ends } = await listen(
      {
        logs: async function* () {
          yield 'abc';
          await new Promise((resolve) => setTimeout(resolve, 5));
          throw new Error('disk is gone');
        },
        list: ({ signal }: { signal: AbortSignal }) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      },
      { onError: () => undefined },
    );
    await expect(fetch(`${base}/logs`).then((response) => response.text())).rejects.toThrow();
    const [, failed] = await oneEnd(ends);
    expect([failed.bytes, failed.isComplete, String(failed.error)]).toEqual([3, false, 'Error: disk is gone']);
    ends.length = 0;
    const controller = new AbortController();
    const lost = fetch(`${base}/volumes`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(lost).rejects.toThrow();
    const [ended, { isComplete }] = await oneEnd(ends);
    expect([ended.operation, isComplete]).toEqual(['VolumeList', false]);
  });

  it('is called at the end of a session', async () => {
    const { port, ends } = await listen({
      attach: () =>
        session(
          ({ raw }) => new Promise((resolve) => raw.once('data', (data: Buffer) => raw.write(data, () => resolve()))),
        ),
    });
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('POST /attach HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\nhello'),
    );
    const received = await text(socket);
    const [ended, { status, bytes }] = await oneEnd(ends);
    expect([ended.operation, status, received.endsWith('hello')]).toEqual(['Attach', 101, true]);
    expect(bytes).toBe(received.length);
  });

  it('reports its errors, and the response stays', async () => {
    const errors: unknown[] = [];
    const hooks: Hooks = {
      end: () => {
        throw new Error('log is full');
      },
    };
    const server = createEngineServer(contract, handlers, { hooks, onError: (error) => errors.push(String(error)) });
    const response = await server.fetch(new Request('http://x/volumes'));
    expect([response.status, errors]).toEqual([200, ['Error: log is full']]);
  });

  it('is called in hosts with Request and Response', async () => {
    const ends: Ending[] = [];
    const logs = async function* (): AsyncGenerator<string> {
      yield 'abc';
      yield 'd';
    };
    const hooks: Hooks = { end: (_request, ending) => void ends.push(ending) };
    const server = createEngineServer(contract, { volume: { ...handlers['volume'], logs } }, { hooks });
    await (await server.fetch(new Request('http://x/logs'))).text();
    await server.fetch(new Request('http://x/volumes'));
    const reader = (await server.fetch(new Request('http://x/logs'))).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(ends.map(({ bytes, isComplete }) => [bytes, isComplete])).toEqual([
      [4, true],
      [15, true],
      [3, false],
    ]);
  });
});
