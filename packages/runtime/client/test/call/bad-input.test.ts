/** Tests failing request bodies: the call rejects with that error, once, and nothing stays open. */
import { createReadStream } from 'node:fs';
import { getEventListeners } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { connectEngine, engineAt, nothing, progress } from '../../src/codegen.js';
import { InputError, NotFound } from '../../src/error/index.js';
import { inputScene, kinds } from './inputs.js';
import { until } from './raw-engine.js';

const put = {
  id: 'ContainerPutArchive',
  method: 'PUT',
  path: '/containers/{id}/archive',
  body: ['application/x-tar'],
  response: nothing,
} as const;
const load = {
  id: 'ImageLoad',
  method: 'POST',
  path: '/images/load',
  body: ['application/x-tar'],
  response: progress<object>(),
} as const;

type Scene = Awaited<ReturnType<typeof inputScene>>;
type Send = (scene: Scene, body: unknown, signal?: AbortSignal) => Promise<unknown>;

/** Every way to send a body and to read the response to its end. */
const calls: Readonly<Record<string, Send>> = {
  'a complete response': ({ engine }, body, signal) =>
    engine.call(put, { id: 'a', body } as never, signal ? { signal } : {}),
  'a stream': async ({ engine }, body, signal) =>
    (await engine.call(load, { body } as never, signal ? { signal } : {})).done(),
};

/** Every way in which a server may handle a body. */
const servers: Readonly<Record<string, RequestListener>> = {
  'reads the body first': (request, response) => {
    request.resume().on('end', () => response.end());
  },
  'responds while it reads': (request, response) => {
    response.write('{"status":"a"}\n');
    request.resume().on('end', () => response.end());
  },
  'does not read': () => undefined,
};

const failure = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
const bytes = Buffer.alloc(100_000, 'x');
const moments = { 'before its first byte': undefined, 'after some bytes': bytes } as const;

const failing = async (): Promise<never> => {
  await after(10);
  throw failure;
};
const hanging = (): Promise<never> => new Promise<never>(() => undefined);

/** Waits until all connections are closed, which a server notices only when it reads. */
const closed = ({ open }: Scene): Promise<void> =>
  until(() => {
    for (const socket of open) socket.resume();
    return open.size === 0;
  });

const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => ({ succeeded: value }),
    (error: unknown) => error,
  );

const table = Object.keys(calls).flatMap((call) =>
  Object.keys(servers).flatMap((server) =>
    Object.keys(kinds).flatMap((kind) =>
      Object.keys(moments).map((moment) => ({ call, server, kind, moment: moment as keyof typeof moments })),
    ),
  ),
);

describe.each(table)('$kind, for $call, of a server that $server, $moment:', ({ call, server, kind, moment }) => {
  const send = calls[call] as Send;
  const body = (ending: () => Promise<void>): object => kinds[kind]?.(moments[moment], ending) ?? {};

  test('the call rejects with the failure', async () => {
    const scene = await inputScene(servers[server] as RequestListener);
    const { signal } = new AbortController();
    expect(await outcome(send(scene, body(failing), signal))).toBe(failure);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await closed(scene);
  });

  test('an abort ends a call that hangs', async () => {
    const scene = await inputScene(servers[server] as RequestListener);
    const aborts = new AbortController();
    const settled = outcome(send(scene, body(hanging), aborts.signal));
    setTimeout(() => aborts.abort(failure), 20);
    expect(await settled).toBe(failure);
    expect(getEventListeners(aborts.signal, 'abort')).toEqual([]);
    await closed(scene);
  });
});

describe.each(Object.entries(calls))('for %s,', (_name, send) => {
  const silent = () => inputScene(() => undefined);

  test('a missing file, or a folder', async () => {
    const scene = await silent();
    const missing = createReadStream('/nowhere/archive.tar');
    expect(await outcome(send(scene, missing))).toBe(missing.errored);
    const folder = createReadStream(tmpdir());
    expect(await outcome(send(scene, folder))).toBe(folder.errored);
    expect([missing.errored, folder.errored]).toMatchObject([{ code: 'ENOENT' }, { code: 'EISDIR' }]);
    await closed(scene);
  });

  test('a stream that failed before the call, with or without an event', async () => {
    const scene = await silent();
    const pending = new PassThrough().destroy(failure);
    expect(await outcome(send(scene, pending))).toBe(failure);
    const reported = new PassThrough().on('error', () => undefined).destroy(failure);
    await after(5);
    expect(await outcome(send(scene, reported))).toBe(failure);
    expect(scene.count()).toBe(0);
  });

  test('a stream that fails twice, or after it was abandoned', async () => {
    const scene = await silent();
    const stream = new PassThrough();
    stream.write('some');
    setTimeout(() => {
      stream.emit('error', failure);
      stream.emit('error', new Error('again'));
    }, 20);
    expect(await outcome(send(scene, stream))).toBe(failure);
    stream.emit('error', new Error('much later'));
    expect(stream.destroyed).toBe(true);
  });

  test('a stream that is closed before its end', async () => {
    const scene = await silent();
    const stream = new PassThrough();
    stream.write('some');
    setTimeout(() => stream.destroy(), 20);
    const error = await outcome(send(scene, stream));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: 'BODY_CUT' });
    await closed(scene);
  });

  test('a web stream that fails without a reason, or with one that is not an error', async () => {
    const web = (reason?: unknown) =>
      new ReadableStream({ start: (controller) => void setTimeout(() => controller.error(reason), 10) });
    expect(await outcome(send(await silent(), web()))).toMatchObject({ name: 'InputError', code: 'BODY_FAILED' });
    expect(await outcome(send(await silent(), web('a text')))).toBe('a text');
  });

  test.each<[string, () => unknown]>([
    ['numbers', () => [1, 2]],
    ['nulls', () => [null]],
    ['objects, as a web stream', () => new ReadableStream({ start: (controller) => controller.enqueue({}) })],
  ])('%s are not bytes', async (_what, body) => {
    expect(await outcome(send(await silent(), body()))).toMatchObject({ name: 'InputError', code: 'BODY_INVALID' });
  });

  test('objects in a Node stream are not bytes either', async () => {
    const scene = await silent();
    expect(await outcome(send(scene, Readable.from([{}])))).toBeInstanceOf(TypeError);
    await closed(scene);
  });

  test('a missing engine is still reported as that', async () => {
    const address = 'unix:///nowhere.sock';
    const target = { kind: 'unix', address, socketPath: '/nowhere.sock', basePath: '' } as const;
    const engine = engineAt<Scene['engine']>('1.44', {}, target);
    for (const body of [bytes, kinds['a Node stream']?.(bytes, hanging), kinds['a web stream']?.(bytes, hanging)]) {
      const scene = { engine, open: new Set(), count: () => 0 } as Scene;
      expect(await outcome(send(scene, body))).toMatchObject({ name: 'ConnectionError', code: 'ENOENT' });
    }
    await engine.close();
  });

  test('an engine that refuses at once, or disconnects, is reported as that; the body is destroyed', async () => {
    const early = (end: (response: ServerResponse, request: IncomingMessage) => void): RequestListener => {
      return (request, response) => end(response, request);
    };
    const refuses = await inputScene(early((response) => response.writeHead(404).end('{"message":"none"}')));
    const breaks = await inputScene(early((_response, request) => void request.socket.destroy()));
    for (const kind of Object.keys(kinds)) {
      const body = kinds[kind]?.(bytes, hanging);
      expect(await outcome(send(refuses, body))).toBeInstanceOf(NotFound);
      expect(await outcome(send(breaks, kinds[kind]?.(bytes, hanging)))).toMatchObject({
        name: 'ConnectionLost',
        code: 'NO_RESPONSE',
      });
      if (body instanceof Readable) expect(body.destroyed).toBe(true);
    }
    await closed(breaks);
  });

  test('a connection that closes within the response is reported as that, not as a failure of the body', async () => {
    const scene = await inputScene((request, response) => {
      response.write('{"status":"a"}\n');
      request.once('data', () => setTimeout(() => request.socket.destroy(), 10));
    });
    const error = await outcome(send(scene, kinds['a Node stream']?.(bytes, hanging)));
    expect(error).toMatchObject({ name: 'ConnectionLost' });
  });

  test('a call that is rejected or aborted before it is sent destroys the body', async () => {
    const scene = await silent();
    const refused = new PassThrough();
    const input = { id: '../b', body: refused };
    await expect(scene.engine.call(put, input as never)).rejects.toThrow(InputError);
    const aborted = new PassThrough();
    expect(await outcome(send(scene, aborted, AbortSignal.abort(failure)))).toBe(failure);
    expect([refused.destroyed, aborted.destroyed, scene.count()]).toEqual([true, true, 0]);
    const used = new PassThrough();
    used.on('data', () => undefined).end('text');
    await after(5);
    expect(await outcome(send(scene, used))).toMatchObject({ code: 'BODY_CONSUMED' });
    const locked = new ReadableStream();
    locked.getReader();
    expect(await outcome(send(scene, locked))).toMatchObject({ code: 'BODY_CONSUMED' });
  });

  test('a complete body is sent completely', async () => {
    const lengths: number[] = [];
    const scene = await inputScene((request, response) => {
      let length = 0;
      request
        .on('data', (chunk: Buffer) => (length += chunk.length))
        .on('end', () => {
          lengths.push(length);
          response.end();
        });
    });
    const blob = new Blob([bytes]);
    const bodies = [...Object.values(kinds).map((kind) => kind(bytes, () => after(5))), bytes, [bytes], blob];
    for (const body of [...bodies, bytes.toString(), new Uint8Array(bytes).buffer]) await send(scene, body);
    expect(new Set(lengths)).toEqual(new Set([bytes.length]));
    expect(lengths.length).toBe(bodies.length + 2);
  });
});

test('a body that fails while its call waits for a connection', async () => {
  const scene = await inputScene(() => undefined, { connections: 1 });
  const aborts = new AbortController();
  const first = outcome(scene.engine.call(put, { id: 'a', body: 'x' } as never, { signal: aborts.signal }));
  const second = scene.engine.call(put, { id: 'a', body: kinds['a Node stream']?.(undefined, failing) } as never);
  const missing = createReadStream('/nowhere/archive.tar');
  expect(await outcome(scene.engine.call(put, { id: 'a', body: missing } as never))).toBe(missing.errored);
  await until(() => scene.count() === 1);
  const stream = new PassThrough();
  setTimeout(() => stream.destroy(failure), 10);
  expect(await outcome(scene.engine.call(put, { id: 'a', body: stream } as never))).toBe(failure);
  aborts.abort(failure);
  expect([await first, await outcome(second)]).toEqual([failure, failure]);
});

test.each([{ connections: 0 }, { connectTimeout: 0 }, { timeout: -1 }, { connections: NaN }, { timeout: '5s' }])(
  'the option %j is refused',
  async (options) => {
    const failed = connectEngine('1.44', {}, { host: 'tcp://127.0.0.1:1', env: {}, ...(options as object) });
    await expect(failed).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  },
);

test('options at their limits are accepted', async () => {
  const options = { host: 'tcp://127.0.0.1:1', env: {}, connections: 1, connectTimeout: 1, timeout: 0 };
  await expect(connectEngine('1.44', {}, options)).rejects.not.toMatchObject({ code: 'OPTION_INVALID' });
});
