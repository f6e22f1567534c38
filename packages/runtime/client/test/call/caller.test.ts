/** Tests the requests of calls, and the responses of engines and of other servers. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  Conflict,
  ConnectionError,
  ConnectionLost,
  EngineError,
  InputError,
  NotFound,
  ProtocolError,
  StreamError,
} from '../../src/error/index.js';
import { engineAt } from '../../src/codegen.js';
import { isErrorOf } from '../../src/index.js';
import { registryAuth } from '../../src/credentials/registry-auth.js';
import { response, operations, rawEngine, until } from './raw-engine.js';

const { inspect, start, remove, create, push, load, events, logs, attach, archive, ping } = operations;
const ok = response('200 OK', { 'content-type': 'application/json' }, '{"Id":"x"}');
const progressHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

describe('requests', () => {
  test('carry version, path, query and JSON', async () => {
    const { engine, received } = await rawEngine((socket) => socket.write(ok));
    await engine.call(inspect, { id: 'a b', size: true, filters: { label: ['x=1'] } });
    await engine.call(create, { name: 'web', body: { Image: 'alpine' } });
    const [text = ''] = received;
    expect(text).toContain(
      'GET /v1.44/containers/a%20b/json?size=true&filters=%7B%22label%22%3A%5B%22x%3D1%22%5D%7D HTTP/1.1',
    );
    expect(received.join('')).toContain('POST /v1.44/containers/create?name=web HTTP/1.1');
    expect(received.join('')).toContain('content-type: application/json');
    expect(received.join('')).toContain('{"Image":"alpine"}');
  });

  test('carry credentials as base64url with padding, and the slashes of a reference', async () => {
    const { engine, received } = await rawEngine((socket) => socket.write(`${progressHead}0\r\n\r\n`));
    const auth = { username: 'u', password: 'p?>~' };
    await (await engine.call(push, { name: 'registry:5000/a/b', 'X-Registry-Auth': auth })).done();
    const [text = ''] = received;
    expect(text).toContain('POST /v1.44/images/registry%3A5000/a/b/push');
    const [, header = ''] = /x-registry-auth: (\S+)/.exec(text) ?? [];
    expect(header).toMatch(/^[\w-]+={0,2}$/);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual(auth);
    expect(header.length % 4).toBe(0);
  });

  test('carry credentials that hide their secrets from JSON, in a header and in a body', async () => {
    const { engine, received } = await rawEngine((socket) => socket.write(ok));
    const auth = registryAuth({ username: 'u', password: 's3cret' });
    const config = { ...push, response: inspect.response, headers: { 'X-Registry-Config': 'base64url-json' } } as never;
    await engine.call(config, { name: 'a', 'X-Registry-Config': { 'a.io': auth } } as never);
    await engine.call(create, { body: auth as never });
    expect(JSON.stringify({ auth })).not.toContain('s3cret');
    const [, header = ''] = /x-registry-config: (\S+)/.exec(received.join('')) ?? [];
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ 'a.io': { ...auth } });
    expect(received.join('')).toContain('{"username":"u","password":"s3cret"}');
  });

  test.each([
    ['a slash', { id: 'a/b' }],
    ['a step up', { id: '..' }],
    ['a line break', { id: 'a\r\nHost: b' }],
    ['a NUL', { id: 'a\0' }],
    ['nothing', { id: '' }],
    ['no text', {}],
  ])('are refused when the name in the path has %s', async (_what, input) => {
    const { engine, received } = await rawEngine((socket) => socket.write(ok));
    await expect(engine.call(inspect, input)).rejects.toThrow(InputError);
    expect(received).toEqual([]);
  });

  test('are rejected with an invalid number, or a stream that was read', async () => {
    const { engine, received } = await rawEngine((socket) => socket.write(ok));
    await expect(engine.call(create, { body: { HostConfig: { Memory: NaN } } })).rejects.toThrow(/HostConfig\/Memory/);
    const used = Readable.from(['x']);
    used.resume();
    await new Promise((resolve) => used.once('end', resolve));
    await expect(engine.call(load, { body: used } as never)).rejects.toMatchObject({ code: 'BODY_CONSUMED' });
    await expect(engine.call(inspect, { id: 'a' }, { headers: { a: 'b\r\nc: d' } })).rejects.toThrow(InputError);
    expect(received).toEqual([]);
  });

  test('send no inherited properties of the input', async () => {
    const { engine, received } = await rawEngine((socket) => socket.end(response('200 OK', {}, '{}')));
    const inherited = { size: true, name: 'x', id: 'z', body: { a: 1 }, 'X-Registry-Auth': { password: 'p' } };
    const inherits = (own: object) => Object.assign(Object.create(inherited) as object, own) as Record<string, unknown>;
    await engine.call(inspect, inherits({ id: 'a' }));
    await engine.call(create, inherits({}));
    await (await engine.call(push, inherits({ name: 'a' }))).done();
    const nested = { ...inspect, nested: ['query'] } as const;
    await engine.call(nested, { id: 'a', query: inherits({}) });
    await expect(engine.call(inspect, inherits({}))).rejects.toThrow(InputError);
    const lines = received.map((text) => text.split('\r\n')[0]);
    expect(lines).toEqual([
      'GET /v1.44/containers/a/json HTTP/1.1',
      'POST /v1.44/containers/create HTTP/1.1',
      'POST /v1.44/images/a/push HTTP/1.1',
      'GET /v1.44/containers/a/json HTTP/1.1',
    ]);
    expect(received.join('')).not.toMatch(/x-registry-auth|content-type/i);
  });
});

describe('responses', () => {
  test('304 is an outcome', async () => {
    const { engine } = await rawEngine((socket) => socket.write('HTTP/1.1 304 Not Modified\r\n\r\n'));
    expect(await engine.call(start, { id: 'a' } as never)).toEqual({ changed: false });
  });

  test('204 has no result, and headers are returned', async () => {
    const { engine } = await rawEngine((socket, request) =>
      socket.end(
        request.startsWith('HEAD') ? response('200 OK', { 'Api-Version': '1.45' }) : 'HTTP/1.1 204 No Content\r\n\r\n',
      ),
    );
    expect(await engine.call(remove, { id: 'a' } as never)).toBeUndefined();
    expect(await engine.call(ping)).toMatchObject({ 'api-version': '1.45' });
  });

  test('an error response is the error of its status, and names the call', async () => {
    const { engine } = await rawEngine((socket) =>
      socket.write(
        response('404 Not Found', { 'content-type': 'application/json' }, '{"message":"No such container: a"}'),
      ),
    );
    const error: unknown = await engine.call(inspect, { id: 'a' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NotFound);
    expect(error).toMatchObject({
      status: 404,
      reason: 'No such container: a',
      operation: 'ContainerInspect',
      method: 'GET',
      path: '/v1.44/containers/a/json',
      version: '1.44',
    });
    expect(isErrorOf(inspect, error)).toBe(true);
    expect(isErrorOf(create, error)).toBe(false);
  });

  test.each([
    [
      'a web page',
      '500 Internal Server Error',
      'text/html',
      '<html>sorry</html>',
      'the response is a web page, not that of an engine',
    ],
    ['plain text', '409 Conflict', 'text/plain', 'paused\r\n', 'paused'],
    ['nothing', '418 Teapot', 'text/plain', '', 'status 418'],
    ['JSON of another kind', '500 X', 'application/json', '[1]', '[1]'],
  ])('an error response with %s', async (_what, status, type, body, reason) => {
    const { engine } = await rawEngine((socket) => socket.write(response(status, { 'content-type': type }, body)));
    for (const operation of [inspect, logs, attach]) {
      const error: unknown = await engine
        .call(operation as typeof inspect, { id: 'a' })
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(EngineError);
      expect((error as EngineError).reason).toBe(reason);
    }
  });

  test('an error response to a stream has the same class', async () => {
    const { engine } = await rawEngine((socket) => socket.write(response('409 Conflict', {}, '{"message":"busy"}')));
    await expect(engine.call(archive, { id: 'a' } as never)).rejects.toThrow(Conflict);
  });

  test.each([
    [
      response('200 OK', { 'content-type': 'text/html' }, '<html>'),
      'RESPONSE_INVALID',
      'not JSON: text/html, "<html>". Is',
    ],
    [response('200 OK', {}, ''), 'RESPONSE_INVALID', 'not JSON: no media type, an empty body. Is'],
    [response('301 Moved', { location: '/elsewhere' }), 'REDIRECT', '301'],
    ['SSH-2.0-OpenSSH_9.2\r\n', 'HTTP_INVALID', 'HTTP'],
  ])('%j is an error', async (bytes, code, message) => {
    const { engine } = await rawEngine((socket) => socket.end(bytes));
    const error: unknown = await engine.call(inspect, { id: 'a' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string });
  });

  test.each([
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"Id"', 'RESPONSE_CUT', 200],
    ['half a chunk', `${progressHead}ff\r\n{"Id"`, 'RESPONSE_CUT', 200],
    ['nothing at all', '', 'NO_RESPONSE', undefined],
  ])('%s is a lost connection, which can be retried if the call only reads', async (_what, bytes, code, status) => {
    const { engine } = await rawEngine((socket) => socket.end(bytes));
    const caught = (error: unknown): unknown => error;
    const reading: unknown = await engine.call(inspect, { id: 'a' }).catch(caught);
    expect(reading).toBeInstanceOf(ConnectionLost);
    expect(reading).toMatchObject({ code, status, retryable: true, cause: expect.any(Error) as Error });
    expect(await engine.call(remove, { id: 'a' }).catch(caught)).toMatchObject({ code, retryable: false });
  });

  test('the status of an error response is kept if its body is cut', async () => {
    const { engine } = await rawEngine((socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 100\r\n\r\nbusy'),
    );
    await expect(engine.call(inspect, { id: 'a' })).rejects.toMatchObject({ status: 400, reason: 'busy' });
  });

  test('messages of the engine are cut, and control characters removed', async () => {
    const message = JSON.stringify({ message: `\x1b[2Jgone\u202e\nhere${'x'.repeat(3000)}` });
    const { engine } = await rawEngine((socket) => socket.write(response('404 Not Found', {}, message)));
    const error: unknown = await engine.call(inspect, { id: 'a' }).catch((caught: unknown) => caught);
    expect((error as EngineError).reason).toMatch(/^\[2Jgone\nherex{1988}…$/);
    expect(String(error)).not.toMatch(/[\x1b\u202e]/);
  });

  test('a signal that many calls share causes no warning', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', listener);
    const { engine } = await rawEngine(() => undefined);
    const controller = new AbortController();
    const calls = Array.from({ length: 30 }, () => engine.call(inspect, { id: 'a' }, { signal: controller.signal }));
    controller.abort(new Error('enough'));
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ reason: { message: 'enough' } });
    process.off('warning', listener);
    expect(warnings).toEqual([]);
  });

  test('endless headers are an error', async () => {
    const { engine } = await rawEngine((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = setInterval(() => socket.write(`x-${'y'.repeat(1000)}: 1\r\n`), 1);
      socket.on('close', () => clearInterval(more));
    });
    await expect(engine.call(inspect, { id: 'a' })).rejects.toMatchObject({ code: 'HEADERS_TOO_LONG' });
  });

  test('a failure in a progress stream rejects', async () => {
    const { engine } = await rawEngine((socket) =>
      socket.write(
        progressHead + chunk('{"status":"a"}\r\n{"errorDetail":{"message":"no"},"error":"no"}\r\n') + '0\r\n\r\n',
      ),
    );
    const stream = await engine.call(push, { name: 'a' });
    await expect(stream.done()).rejects.toThrow(StreamError);
  });

  test.each([
    ['a message', '{"message":"no space left"}', 'no space left'],
    ['a failure as of progress', '{"errorDetail":{"message":"gone"},"error":"gone"}\r\n', 'gone'],
    ['nothing', '', 'an empty response instead of bytes'],
  ])('JSON instead of an archive is a failure, whatever the status: %s', async (_what, body, reason) => {
    const head = { 'content-type': 'application/json; charset=utf-8' };
    const { engine, open } = await rawEngine((socket) => socket.write(response('200 OK', head, body)));
    const error: unknown = await engine.call(archive, { id: 'a' } as never).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StreamError);
    expect((error as StreamError).reason).toBe(reason);
    await until(() => open.size === 0);
  });

  test('a stream that breaks off rejects', async () => {
    const { engine } = await rawEngine((socket) => socket.end(progressHead + chunk('{"n":1}\n{"n"')));
    const stream = await engine.call(events);
    await expect(stream.toArray()).rejects.toThrow(ConnectionLost);
  });

  test('a missing engine is one helpful sentence', async () => {
    const target = {
      kind: 'unix',
      address: 'unix:///nowhere.sock',
      socketPath: '/nowhere.sock',
      basePath: '',
    } as const;
    const engine = engineAt('1.44', {}, target);
    await expect(engine.call(ping)).rejects.toThrow(ConnectionError);
    await expect(engine.call(events)).rejects.toThrow(/\/nowhere\.sock/);
    await expect(engine.call(attach, { id: 'a' } as never)).rejects.toThrow(/\/nowhere\.sock/);
    await engine.close();
  });
});

describe('an abort', () => {
  const hang = () => undefined;

  test.each([
    ['a complete response', inspect],
    ['a stream', events],
    ['an upgrade', attach],
  ])('ends the wait for %s, and its socket', async (_what, operation) => {
    const { engine, first, received } = await rawEngine(hang);
    const { signal, abort } = controller();
    const call = engine.call(operation as typeof inspect, { id: 'a' }, { signal });
    const settled = expect(call).rejects.toThrow('enough');
    await until(() => received.length === 1 && (received[0] ?? '') !== '');
    abort();
    await settled;
    await until(() => first()?.destroyed === true);
  });

  test('before the call sends nothing', async () => {
    const { engine, received } = await rawEngine(hang);
    const signal = AbortSignal.abort(new Error('enough'));
    for (const operation of [inspect, events, attach]) {
      await expect(engine.call(operation as typeof inspect, { id: 'a' }, { signal })).rejects.toThrow('enough');
    }
    expect(received).toEqual([]);
  });

  test('ends a stream that flows, and its socket', async () => {
    const { engine, open } = await rawEngine((socket) => socket.write(progressHead + chunk('{"n":1}\n')));
    const { signal, abort } = controller();
    const stream = await engine.call(events, {} as never, { signal });
    const read = (async () => {
      for await (const { n } of stream) if (n === 1) abort();
    })();
    await expect(read).rejects.toThrow('enough');
    await until(() => open.size === 0);
  });

  test('leaving a stream closes its socket; so does closing the engine', async () => {
    const { engine, open } = await rawEngine((socket) => socket.write(progressHead + chunk('{"n":1}\n')));
    for await (const { n } of await engine.call(events)) if (n === 1) break;
    await until(() => open.size === 0);
    await engine.call(events);
    await engine.close();
    await until(() => open.size === 0);
  });
});

test('after closing, calls and streams fail with that reason', async () => {
  const { engine } = await rawEngine((socket) => socket.write(progressHead + chunk('{"n":1}\n')));
  const stream = await engine.call(events);
  const read = expect(stream.toArray()).rejects.toMatchObject({ code: 'CLOSED' });
  await engine.close();
  await read;
  await expect(engine.call(inspect, { id: 'a' })).rejects.toMatchObject({ code: 'CLOSED' });
  await expect(engine.call(events)).rejects.toMatchObject({ code: 'CLOSED' });
});

test('an upgraded connection is written to, half closed, and read to its end', async () => {
  const { engine, received, open } = await rawEngine((socket) => {
    socket.write(
      'HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.raw-stream\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\nfirst ',
    );
    socket.once('end', () => socket.write('last'));
  });
  const session = await engine.call(attach, { id: 'a' } as never);
  session.stdin.end('input');
  expect(await session.text()).toEqual({ stdout: 'first last', stderr: '' });
  expect(received[0]).toContain('upgrade: tcp');
  expect(received[0]).toMatch(/input$/);
  await until(() => open.size === 0);
});

test('an engine of an older version is asked whether there is a terminal', async () => {
  const { engine, received } = await rawEngine((socket, request) => {
    const body = request.includes('/json') ? '{"Config":{"Tty":true}}' : 'raw bytes';
    socket.end(response('200 OK', {}, body));
  }, '1.41');
  expect(await (await engine.call(logs, { id: 'a' } as never)).text()).toEqual({ stdout: 'raw bytes', stderr: '' });
  expect(received.join('')).toContain('GET /v1.41/containers/a/json');
});

function controller(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const inner = new AbortController();
  return { signal: inner.signal, abort: () => inner.abort(new Error('enough')) };
}
