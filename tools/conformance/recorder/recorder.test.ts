// The recorder between a client and a server: what it forwards, and what it records.

import { mkdtempSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Exchange } from './exchange.js';
import { startRecorder, type Recorder } from './recorder.js';

const responses: Readonly<Record<string, RequestListener>> = {
  '/v1.44/json': (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"Id":"a"}\n'),
  '/lines': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"a":1}\r\n{"a"');
    response.end(':2}\r\n');
  },
  '/forever': (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"a":1}\n{"a":2}\n{"a'),
  '/echo': (asked, response) => void asked.pipe(response.writeHead(201, { 'Content-Type': 'application/json' })),
  '/tar': (_, response) => response.writeHead(200, { 'Content-Type': 'application/x-tar' }).end(Buffer.alloc(70_000)),
  '/none': (_, response) => response.writeHead(204).end(),
  '/secret': (_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end('{"JoinTokens":{"Worker":"SWMTKN-1-abc-def"},"IdentityToken":""}'),
};

let server: Server;
let recorder: Recorder;
let socketPath: string;
let recorded: Exchange[];

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recorder-'));
  server = createServer((asked, response) => {
    const listener = responses[asked.url ?? ''];
    if (listener) listener(asked, response);
    else response.writeHead(404).end();
  });
  server.on('upgrade', (asked: IncomingMessage, socket: Socket) => {
    if (asked.url !== '/attach') {
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\nno such\r\n');
      return;
    }
    socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\nfirst');
    // The end of the client's input must not end the server's output.
    socket.on('data', (chunk) => socket.write(chunk));
    socket.on('end', () => socket.end('last'));
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'engine.sock'), resolve));
  socketPath = join(folder, 'recorder.sock');
  recorded = [];
  recorder = await startRecorder({
    session: { engine: '1.2.3', client: 'test', newest: '1.45' },
    engine: join(folder, 'engine.sock'),
    listen: socketPath,
    onRequest: () => (exchange) => recorded.push(exchange),
  });
});

afterEach(async () => {
  await recorder.close();
  server.closeAllConnections();
  server.close();
});

function call(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const out = request({ socketPath, method, path, agent: false, headers }, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    out.on('error', reject).end(body);
  });
}

/** Sends bytes and, if `then` is given, more bytes and the end of input; resolves with everything received. */
function bytes(sent: string, then?: { readonly after: string; readonly send: string }): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ path: socketPath, allowHalfOpen: true });
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      if (then && got.endsWith(then.after)) socket.end(then.send);
    });
    socket.on('end', () => {
      socket.end();
      resolve(got);
    });
    socket.write(sent);
  });
}

const settled = async (): Promise<readonly Exchange[]> => {
  await recorder.close();
  return recorded;
};

test('a response is forwarded unchanged, and its JSON is recorded with the version of the path', async () => {
  expect(await call('GET', '/v1.44/json')).toBe('{"Id":"a"}\n');
  expect(await settled()).toMatchObject([
    {
      engine: '1.2.3',
      client: 'test',
      version: '1.44',
      method: 'GET',
      path: '/v1.44/json',
      response: { status: 200, body: { Id: 'a' } },
    },
  ]);
});

test('a path without a version means the newest one', async () => {
  await call('GET', '/none');
  expect(await settled()).toMatchObject([{ version: '1.45', response: { status: 204 } }]);
});

test('a sequence of JSON values is recorded as items, however it is chunked', async () => {
  await call('GET', '/lines');
  expect(await settled()).toMatchObject([{ response: { items: [{ a: 1 }, { a: 2 }] } }]);
});

test('a stream that the client closes ends at its last complete value', async () => {
  const out = request({ socketPath, path: '/forever' }, (response) => response.once('data', () => out.destroy()));
  out.on('error', () => undefined).end();
  await new Promise((resolve) => out.on('close', resolve));
  await expect.poll(() => recorded).toMatchObject([{ response: { items: [{ a: 1 }, { a: 2 }] } }]);
});

test('a chunked request body is recorded', async () => {
  expect(
    await call('POST', '/echo', '{"A":1}', { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' }),
  ).toBe('{"A":1}');
  expect(await settled()).toMatchObject([{ request: { body: { A: 1 } }, response: { status: 201, body: { A: 1 } } }]);
});

test('only the length of an archive is recorded', async () => {
  expect(await call('GET', '/tar')).toHaveLength(70_000);
  expect((await settled())[0]?.response).toMatchObject({ status: 200, bytes: 70_000 });
});

test('a response to HEAD has no body, whatever its Content-Length', async () => {
  await call('HEAD', '/tar');
  expect((await settled())[0]).toMatchObject({ method: 'HEAD', response: { status: 200 } });
});

test('pipelined requests are recorded in order', async () => {
  await bytes('GET /none HTTP/1.1\r\nHost: a\r\n\r\nGET /v1.44/json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect((await settled()).map(({ path, response }) => [path, response.status])).toEqual([
    ['/none', 204],
    ['/v1.44/json', 200],
  ]);
});

test('an upgraded connection forwards bytes both ways, and continues after the end of its input', async () => {
  const got = await bytes('POST /attach HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n', {
    after: 'first',
    send: 'middle',
  });
  expect(got.split('\r\n\r\n')[1]).toBe('firstmiddlelast');
  expect(await settled()).toMatchObject([
    { method: 'POST', path: '/attach', response: { status: 101, text: 'firstmiddlelast' } },
  ]);
});

test('a rejected upgrade is recorded like any other response', async () => {
  await bytes('POST /attach/none HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
  expect(await settled()).toMatchObject([{ response: { status: 404, text: 'no such\r\n' } }]);
});

test('credentials are not recorded', async () => {
  await call('POST', '/echo', '{"username":"u","password":"p","auth":""}', {
    'X-Registry-Auth': 'c2VjcmV0',
    'Content-Type': 'application/json',
  });
  await call('GET', '/secret');
  expect(await settled()).toMatchObject([
    {
      request: { headers: { 'X-Registry-Auth': 'redacted' }, body: { username: 'u', password: 'redacted', auth: '' } },
    },
    { response: { body: { JoinTokens: { Worker: 'SWMTKN-1-redacted' }, IdentityToken: '' } } },
  ]);
});
