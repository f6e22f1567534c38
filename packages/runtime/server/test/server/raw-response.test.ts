/** Raw responses: any status, with headers and bytes unchanged. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Conversion } from '@lading/runtime-conversion';
import { describe, expect, it, vi, onTestFinished } from 'vitest';
import { any, object, required, string } from '@lading/runtime-wire';
import {
  createEngineServer,
  rawResponse,
  session,
  type Call,
  type Contract,
  type EngineServer,
  type RawResponse,
} from '../../src/index.js';
import { request, textOf } from './request.js';

const contract: Contract = {
  version: '1.44',
  operations: {
    ThingList: {
      id: 'ThingList',
      noun: 'thing',
      verb: 'list',
      method: 'GET',
      path: '/things',
      responses: { 200: { kind: 'json', schema: object({ Id: required(string) }) } },
    },
    ContainerWait: {
      id: 'ContainerWait',
      noun: 'thing',
      verb: 'wait',
      method: 'POST',
      path: '/things/wait',
      responses: { 200: { kind: 'json', schema: any } },
    },
    ThingAttach: {
      id: 'ThingAttach',
      noun: 'thing',
      verb: 'attach',
      method: 'POST',
      path: '/things/attach',
      responses: {
        101: { kind: 'upgrade', mediaType: 'application/raw', framesType: 'application/frames' },
        200: { kind: 'upgrade', mediaType: 'application/raw' },
      },
    },
    ThingSocket: {
      id: 'ThingSocket',
      noun: 'thing',
      verb: 'socket',
      method: 'GET',
      path: '/things/ws',
      responses: { 101: { kind: 'websocket' } },
    },
  },
};

function serverOf(fallback: (call: Call) => unknown, conversion?: Conversion): EngineServer {
  const serves = conversion === undefined ? [] : [{ contract: { ...contract, version: '1.41' }, conversion }];
  const server = createEngineServer(contract, {}, { serves, fallback, onError: () => undefined });
  onTestFinished(() => server.close());
  return server;
}

describe('a raw response', () => {
  it('is neither checked nor encoded, whatever its status', async () => {
    for (const status of [200, 201, 299, 302, 418, 500]) {
      const server = serverOf(() => rawResponse(status, { 'content-type': 'text/odd' }, '{ not JSON'));
      const reply = await server.handle(request('GET', '/things'));
      expect([reply.status, reply.headers, await textOf(reply)]).toEqual([
        status,
        { 'Content-Type': 'text/odd', 'Content-Length': '10' },
        '{ not JSON',
      ]);
    }
  });

  it('sends repeated headers separately, removes hop-by-hop headers, and has the served version', async () => {
    const headers = {
      'Set-Cookie': ['a', 'b, c'],
      Connection: 'keep-alive, X-Own',
      'X-Own': '1',
      'Keep-Alive': 'timeout=5',
      'Transfer-Encoding': 'chunked',
      'Api-Version': '1.99',
    };
    const server = serverOf(() => rawResponse(200, headers, Readable.from([Buffer.from('bytes')])));
    const reply = await server.handle(request('GET', '/things'));
    expect(reply.headers).toEqual({ 'Set-Cookie': ['a', 'b, c'], 'Api-Version': '1.44' });
    const { port } = await listening(server);
    const lines = (await ask(port, 'GET /things')).split('\r\n');
    expect(lines.filter((line) => /^set-cookie/i.test(line))).toEqual(['Set-Cookie: a', 'Set-Cookie: b, c']);
  });

  it.each([99, 102, 1000, NaN])('of status %s is an internal error', async (status) => {
    const reply = await serverOf(() => rawResponse(status)).handle(request('GET', '/things'));
    expect(reply.status).toBe(500);
  });

  it('cannot inject a header', async () => {
    const reply = await serverOf(() => rawResponse(200, { 'X-A': 'a\r\nX-B: b' })).handle(request('GET', '/things'));
    expect(reply.status).toBe(500);
  });

  it('is awaited before its head is sent, also for ping, and hooks receive no body', async () => {
    const after = vi.fn();
    const late = (call: Call): Promise<RawResponse> =>
      new Promise((resolve) => setTimeout(() => resolve(rawResponse(404, {}, call.operation)), 60));
    const server = createEngineServer(contract, {}, { fallback: late, hooks: { after } });
    for (const [method, url, operation] of [
      ['POST', '/things/wait', 'ContainerWait'],
      ['GET', '/_ping', 'SystemPing'],
    ] as const) {
      const reply = await server.handle(request(method, url));
      expect([reply.status, await textOf(reply)]).toEqual([404, operation]);
      expect(after).toHaveBeenLastCalledWith(expect.objectContaining({ operation }), {
        status: 404,
        headers: expect.any(Object) as object,
        duration: expect.any(Number) as number,
      });
    }
  });

  it('hijacks the connection, with an upgrade and without one', async () => {
    const server = serverOf(() =>
      rawResponse(
        101,
        { 'Content-Type': 'application/frames', Upgrade: 'tcp', Connection: 'Upgrade' },
        session(async ({ raw }) => {
          let input = '';
          raw.on('data', (piece: Buffer) => (input += piece.toString()));
          await once(raw, 'end');
          raw.write(`<${input}>`);
        }),
      ),
    );
    const { port } = await listening(server);
    const upgraded = await ask(port, 'POST /things/attach', 'Connection: Upgrade\r\nUpgrade: tcp\r\n', 'in');
    expect(upgraded).toMatch(/^HTTP\/1\.1 101 [^]*Content-Type: application\/frames\r\n[^]*\r\n\r\n<in>$/);
    const plain = await ask(port, 'POST /things/attach', 'Content-Length: 2\r\n', 'in');
    expect(plain).toMatch(/^HTTP\/1\.1 200 [^]*Content-Type: application\/raw\r\n[^]*\r\n\r\n<in>$/);
  });

  it('contains the response to the handshake of a websocket', async () => {
    const server = serverOf(() =>
      rawResponse(
        101,
        { 'Sec-WebSocket-Accept': 'of the engine' },
        session(({ raw }) => void raw.end('frames')),
      ),
    );
    const { port } = await listening(server);
    const head = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n';
    const response = await ask(port, 'GET /things/ws', head);
    expect(response).toMatch(/^HTTP\/1\.1 101 [^]*Upgrade: websocket\r\n[^]*Accept: of the engine\r\n\r\nframes$/);
  });
});

describe('a raw response that is converted', () => {
  const conversion = (convertsBody: boolean): Conversion => ({
    client: '1.41',
    engine: '1.44',
    of: () => async (message, next) => {
      const response = await next(message);
      return response.stream === 'other' ? response : { ...response, body: { was: response.body } };
    },
    bodies: () => ({ request: false, response: convertsBody }),
  });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '9', 'X-A': ['1', '2, 3'] };

  it('is parsed if its JSON is converted', async () => {
    const server = serverOf(() => rawResponse(200, headers, Readable.from(['{"Id":', '"a"}'])), conversion(true));
    const reply = await server.handle(request('GET', '/v1.41/things'));
    expect(JSON.parse(await textOf(reply))).toEqual({ was: { Id: 'a' } });
    expect(reply.headers).toEqual({ 'Content-Type': 'application/json', 'Content-Length': '19', 'X-A': ['1', '2, 3'] });
  });

  it.each([
    ['bytes', true, 'application/x-tar'],
    ['JSON that is not converted', false, 'application/json'],
  ])('is streamed if it is %s', async (_what, convertsBody, type) => {
    const body = Readable.from(['{ no JSON']);
    const server = serverOf(
      () => rawResponse(200, { ...headers, 'Content-Type': type }, body),
      conversion(convertsBody),
    );
    const reply = await server.handle(request('GET', '/v1.41/things'));
    expect(reply.body).toBe(body);
    expect(reply.headers).toEqual({ ...headers, 'Content-Type': type });
  });

  it('becomes 502 if it is not JSON', async () => {
    const server = serverOf(() => rawResponse(200, headers, '{ no JSON'), conversion(true));
    expect((await server.handle(request('GET', '/v1.41/things'))).status).toBe(502);
  });
});

async function listening(server: EngineServer): Promise<AddressInfo> {
  const http = createServer({}, server.listener).on('upgrade', server.upgrade);
  Object.assign(http, { httpAllowHalfOpen: true });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  http.unref();
  return http.address() as AddressInfo;
}

/** Sends a request, half-closes the connection, and returns the whole response. */
async function ask(port: number, line: string, head = '', input = ''): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const close = head.includes('Connection') ? '' : 'Connection: close\r\n';
  socket.write(`${line} HTTP/1.1\r\nHost: a\r\n${close}${head}\r\n`);
  socket.end(input);
  return text(socket);
}
