/** Tests headers in both directions: lines stay separate, and hop-by-hop headers are not passed on. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engineAt, websocket, type CallOptions, type EngineConnection, type Operation } from '../../src/codegen.js';
import { InputError } from '../../src/error/index.js';
import type { ResponseHead } from '../../src/index.js';
import { response, operations, rawEngine } from './raw-engine.js';

const { inspect, events, logs, attach, archive, create } = operations;
const socketAttach = {
  id: 'ContainerAttachWebsocket',
  method: 'GET',
  path: '/containers/{id}/attach/ws',
  response: websocket,
} as const;

const ways: Readonly<Record<string, Operation<Record<string, unknown>, unknown>>> = {
  'a complete response': inspect,
  'a stream': events as never,
  'an upgrade': attach as never,
  'a websocket': socketAttach as never,
};

/** Method names as BuildKit sends them, with a line for each. */
const methods = [
  '/grpc.health.v1.Health/Check',
  '/moby.filesync.v1.Auth/Credentials',
  '/moby.sshforward.v1.SSH/Forward',
];

async function linesSent(
  operation: Operation<Record<string, unknown>, unknown>,
  options: CallOptions,
): Promise<string[]> {
  const { engine, received } = await rawEngine((socket) =>
    socket.end(response('404 Not Found', {}, '{"message":"no"}')),
  );
  await engine.call(operation, { id: 'a' }, options).catch(() => undefined);
  const [head = ''] = received.join('').split('\r\n\r\n');
  return head.split('\r\n').slice(1);
}

const named = (lines: readonly string[], name: string): string[] =>
  lines.filter((line) => line.toLowerCase().startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));

describe.each(Object.entries(ways))('for %s', (_name, operation) => {
  test('an array is sent as separate lines, in order', async () => {
    const headers = { 'X-Docker-Expose-Session-Grpc-Method': methods, 'x-one': 'one, two', 'x-none': [] };
    const lines = await linesSent(operation, { headers });
    expect(named(lines, 'x-docker-expose-session-grpc-method')).toEqual(methods);
    expect(named(lines, 'x-one')).toEqual(['one, two']);
    expect(named(lines, 'x-none')).toEqual([]);
  });

  test('hop-by-hop headers are left out', async () => {
    const plainLines = (await linesSent(operation, {})).map((line) => line.replace(/^(Sec-WebSocket-Key: ).*/i, '$1'));
    const headers = {
      Host: 'elsewhere',
      'Content-Length': '9',
      'Transfer-Encoding': 'chunked',
      Expect: '100-continue',
      Connection: ['Upgrade, X-Named', 'x-also'],
      'X-Named': 'a',
      'X-Also': 'b',
      Upgrade: 'h2c',
      TE: 'trailers',
      'Keep-Alive': 'timeout=5',
      Trailer: 'x',
      'Proxy-Authorization': 'secret',
      'Proxy-Connection': 'close',
      'Sec-WebSocket-Extensions': 'permessage-deflate',
      'HTTP2-Settings': 'AAMAAABkAAQ',
    };
    const lines = await linesSent(operation, { headers: { ...headers, 'x-other': ['1', '2'] } });
    const rest = lines.filter((line) => !line.startsWith('x-other: '));
    expect(rest.map((line) => line.replace(/^(Sec-WebSocket-Key: ).*/i, '$1')).sort()).toEqual(plainLines.sort());
    expect(named(lines, 'x-other')).toEqual(['1', '2']);
  });

  test.each<[string, CallOptions['headers']]>([
    ['a line break', { a: 'b\r\nc: d' }],
    ['a line break in one of several', { a: ['b', 'c\nd'] }],
    ['a NUL', { a: 'b\0' }],
    ['a letter beyond Latin-1', { a: '漢' }],
    ['a name with a space', { 'a b': 'c' }],
    ['a name with a colon', { 'a:b': [] }],
    ['an empty name', { '': 'a' }],
    ['a line break where it would be left out', { host: 'a\r\nb: c' }],
  ])('%s is rejected before anything is sent', async (_what, headers) => {
    const { engine, received } = await rawEngine((socket) => socket.end());
    const call = engine.call(operation, { id: 'a' }, { headers: headers ?? {} });
    await expect(call).rejects.toMatchObject({ name: 'InputError', code: 'HEADER_INJECTION' });
    await expect(call).rejects.toThrow(InputError);
    expect(received).toEqual([]);
  });

  test('a repeated header is returned line by line, and joined', async () => {
    const { engine } = await rawEngine((socket) =>
      socket.end(
        'HTTP/1.1 404 Not Found\r\nX-Many: 1\r\nX-One: a, b\r\nX-Many: 2\r\n__proto__: p\r\nContent-Length: 2\r\n\r\n{}',
      ),
    );
    const heads: ResponseHead[] = [];
    await engine.call(operation, { id: 'a' }, { onResponse: (head) => heads.push(head) }).catch(() => undefined);
    const [{ headers, headersDistinct } = {} as ResponseHead] = heads;
    expect(headers).toMatchObject({ 'x-many': '1, 2', 'x-one': 'a, b', 'content-length': '2' });
    expect(headersDistinct).toMatchObject({ 'x-many': ['1', '2'], 'x-one': ['a, b'], 'content-length': ['2'] });
  });
});

test('streams have the headers of their response in both forms', async () => {
  const { engine } = await rawEngine((socket) => socket.end(response('200 OK', { 'x-a': '1\r\nx-a: 2' }, 'x')));
  const { engine: upgrading } = await rawEngine((socket) =>
    socket.end('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\nx-a: 1\r\nx-a: 2\r\n\r\n'),
  );
  const streams = [
    await engine.call(events),
    await engine.call(logs, { id: 'a' } as never, { tty: true }),
    await engine.call(archive, { id: 'a' } as never),
    await upgrading.call(attach, { id: 'a' } as never, { tty: true }),
  ];
  for (const stream of streams) {
    expect([stream.headers['x-a'], stream.headersDistinct['x-a']]).toEqual(['1, 2', ['1', '2']]);
    if ('destroy' in stream) stream.destroy();
    else stream.close();
  }
});

test('headers of every request follow the same rules', async () => {
  const { path, received } = await rawEngine((socket) => socket.end(response('200 OK', {}, '{}')));
  const target = { kind: 'unix', address: 'unix://x', socketPath: path, basePath: '' } as const;
  const headers = { 'x-source': ['a', 'b'], Host: 'elsewhere', 'x-not': undefined };
  const engine = engineAt<EngineConnection>('1.44', {}, target, { headers });
  await engine.call(create, { body: {} });
  await engine.close();
  expect(received.join('')).toMatch(/x-source: a\r\nx-source: b\r\n/);
  expect(received.join('')).not.toMatch(/elsewhere|x-not/);
});

test('any header that HTTP allows arrives unchanged', async () => {
  const name = fc.stringMatching(/^x-[a-z][a-z0-9-]{0,10}$/);
  const value = fc.stringMatching(/^([!-~]([ -~]{0,20}[!-~])?)?$/);
  const headers = fc.dictionary(name, fc.oneof(value, fc.array(value, { maxLength: 4 })), { maxKeys: 5 });
  let last = '';
  const { engine } = await rawEngine((socket, request) => {
    last = request;
    socket.write(response('200 OK', {}, '{}'));
  });
  const property = fc.asyncProperty(headers, async (given) => {
    await engine.call(inspect, { id: 'a' }, { headers: given });
    const lines = last.split('\r\n');
    for (const [key, wanted] of Object.entries(given)) expect(named(lines, key)).toEqual([wanted].flat());
  });
  await fc.assert(property, { numRuns: 100 });
});

test('an engine is closed at the end of its block', async () => {
  const raw = await rawEngine((socket) => socket.write(response('200 OK', {}, '{}')));
  {
    await using engine = engineAt<EngineConnection>('1.44', {}, {
      kind: 'unix',
      address: 'unix://x',
      socketPath: raw.path,
      basePath: '',
    } as never);
    await engine.call(inspect, { id: 'a' });
    expect(raw.open.size).toBe(1);
  }
  await expect.poll(() => raw.open.size).toBe(0);
});
