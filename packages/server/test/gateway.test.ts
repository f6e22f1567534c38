/** The example gateway: requests to the engine, and responses to the client. */
import {
  createServer as createHttpServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Forbidden, type EngineServer } from '@lading/server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { gateway, type GatewayOptions } from '../examples/gateway/gateway.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const socketOf = (name: string): string => join(folder, name);

async function gatewayTo(engine: string, options: GatewayOptions = {}): Promise<string> {
  return listening(gateway(`unix://${socketOf(engine)}`, { onError: () => undefined, ...options }), 'gateway.sock');
}

async function listening(server: EngineServer, name: string): Promise<string> {
  onTestFinished(() => server.close({ timeout: 0 }));
  return (await server.listen({ path: socketOf(name) })).address;
}

/** Starts an HTTP server in place of an engine. */
async function engineOf(response: RequestListener): Promise<Set<Socket>> {
  const sockets = new Set<Socket>();
  const engine = createHttpServer(response);
  engine.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  onTestFinished(() => void engine.close().closeAllConnections());
  await new Promise<void>((resolve) => engine.listen(socketOf('engine.sock'), resolve));
  return sockets;
}

async function ask(
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body?: string,
): Promise<{ status: number; rawHeaders: readonly string[]; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: socketOf('gateway.sock'), agent: false, method, path, headers }, (response) => {
      const { statusCode: status = 0, rawHeaders } = response;
      text(response).then((content) => resolve({ status, rawHeaders, body: content }), reject);
    });
    call.on('error', reject).end(body);
  });
}

async function until(holds: () => boolean): Promise<void> {
  for (let count = 0; count < 200 && !holds(); count += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
}

describe('the request to the engine', () => {
  interface Seen {
    readonly line: string;
    readonly headers: IncomingMessage['headersDistinct'];
    readonly body: string;
  }
  let seen: Seen[];
  beforeEach(async () => {
    seen = [];
    await engineOf((incoming, response) => {
      void text(incoming).then((body) => {
        seen.push({ line: `${incoming.method} ${incoming.url}`, headers: incoming.headersDistinct, body });
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    await gatewayTo('engine.sock');
  });

  it('is encoded from the call that hooks have seen', async () => {
    await ask(
      'POST',
      '/containers/create?nAme=x&name=a%2Eb&other=1',
      {
        'content-type': 'application/json; charset=utf-8',
        'x-other': ['1', '2, 3'],
        connection: 'x-own',
        'x-own': '1',
      },
      '{ "hostconfig": {"privileged" :true}, "Image": "a" }',
    );
    const [{ line, headers, body } = { line: '', headers: {}, body: '' }] = seen;
    expect(line).toMatch(/^POST \/v1\.44\/containers\/create\?name=a\.b$/);
    expect(JSON.parse(body)).toEqual({ HostConfig: { Privileged: true }, Image: 'a' });
    expect(headers).toMatchObject({ 'content-type': ['application/json'], 'x-other': ['1', '2, 3'] });
    expect(headers).not.toHaveProperty('x-own');
  });

  it('has filters, arrays and credentials encoded according to the contract', async () => {
    const auth = Buffer.from('{"username":"a"}').toString('base64');
    await ask('POST', '/images/create?fromImage=a%2Fb', { 'x-registry-auth': auth });
    await ask('POST', '/images/a/push', { 'x-registry-auth': 'e30=' });
    await ask('GET', '/images/json?filters=%7B%22label%22%3A%7B%22a%22%3Atrue%7D%7D&all=1');
    await ask('GET', '/images/a%2Fb/json');
    expect(seen.map(({ line }) => decodeURIComponent(line))).toEqual([
      'POST /v1.44/images/create?fromImage=a/b',
      'POST /v1.44/images/a/push',
      'GET /v1.44/images/json?all=true&filters={"label":["a"]}',
      'GET /v1.44/images/a/b/json',
    ]);
    expect(JSON.parse(Buffer.from(seen[0]?.headers['x-registry-auth']?.[0] ?? '', 'base64url').toString())).toEqual({
      username: 'a',
    });
    expect(seen[1]?.headers['x-registry-auth']).toEqual(['e30=']);
  });

  it("has a binary body unchanged, with the client's length or in chunks", async () => {
    await ask('POST', '/build?t=a&t=b', { 'content-type': 'application/x-tar', 'content-length': '3' }, 'tar');
    await ask('PUT', '/containers/a/archive?path=%2F', { 'transfer-encoding': 'chunked' }, 'more');
    await ask('POST', '/build', { 'content-type': 'application/x-www-form-urlencoded' }, 't=form');
    expect(seen.map(({ line, body, headers }) => [line, body, headers['content-length']])).toEqual([
      ['POST /v1.44/build?t=a&t=b', 'tar', ['3']],
      ['PUT /v1.44/containers/a/archive?path=%2F', 'more', undefined],
      ['POST /v1.44/build?t=form', '', ['0']],
    ]);
  });
});

describe('the response to the client', () => {
  it('is that of the engine, unchanged', async () => {
    await engineOf((_request, response) => {
      response.writeHead(418, ['X-A', '1', 'X-A', '2, 3', 'Api-Version', '1.45', 'Content-Type', 'text/x'] as never);
      response.end('{ no JSON');
    });
    await gatewayTo('engine.sock');
    for (const path of ['/containers/json', '/_ping', '/v1.41/images/json']) {
      const { status, rawHeaders, body } = await ask('GET', path);
      const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []));
      expect({ status, body }).toEqual({ status: 418, body: '{ no JSON' });
      expect(pairs).toEqual(expect.arrayContaining([['X-A', '1'], ['X-A', '2, 3'], ['Api-Version', '1.44']])); // prettier-ignore
    }
  });

  it('is the error of a hook, if it throws one', async () => {
    const sockets = await engineOf(() => undefined);
    const before = (): never => {
      throw new Forbidden('not here');
    };
    await gatewayTo('engine.sock', { hooks: { before } });
    expect(await ask('POST', '/grpc', { connection: 'Upgrade', upgrade: 'h2c' })).toMatchObject({ status: 403 });
    expect(await ask('GET', '/containers/json')).toMatchObject({ status: 403 });
    expect(sockets.size).toBe(0);
  });

  it.each([2, 5_000_000])('is the error of an engine that does not read a body of %s bytes', async (length) => {
    await engineOf((_request, response) => {
      response.writeHead(503, { Connection: 'close' }).end('no swarm');
    });
    await gatewayTo('engine.sock');
    for (const [path, type] of [
      ['/volumes/create', 'application/json'],
      ['/images/load', 'application/x-tar'],
    ] as const) {
      const headers = { 'content-type': type, 'content-length': String(length) };
      const response = await ask('POST', path, headers, '{}'.padEnd(length));
      expect(response).toMatchObject({ status: 503, body: 'no swarm' });
    }
  });

  it('comes after the body, which is sent when the engine asks for it', async () => {
    // Node emits 'checkContinue' instead of 'request' if the client waits for `100 Continue`.
    const order: string[] = [];
    const engine = createHttpServer((_request, response) => response.writeHead(500).end('was not waited for'));
    engine.on('checkContinue', (incoming: IncomingMessage, response: ServerResponse) => {
      incoming.once('data', () => order.push('body'));
      setTimeout(() => {
        order.push('asked');
        response.writeContinue();
        incoming.resume().once('end', () => response.writeHead(200).end(order.join()));
      }, 50);
    });
    onTestFinished(() => void engine.close().closeAllConnections());
    await new Promise<void>((resolve) => engine.listen(socketOf('engine.sock'), resolve));
    await gatewayTo('engine.sock');
    const headers = { 'content-type': 'application/x-tar', 'content-length': '3' };
    expect(await ask('POST', '/images/load', headers, 'tar')).toMatchObject({ status: 200, body: 'asked,body' });
  });

  it('is 502 without an engine, and if the engine disconnects', async () => {
    await gatewayTo('engine.sock');
    expect(await ask('GET', '/info')).toMatchObject({ status: 502, body: expect.stringContaining('ENOENT') as string });
    await engineOf(({ socket }) => void socket.destroy());
    expect(await ask('GET', '/info')).toMatchObject({
      status: 502,
      body: expect.stringContaining('message') as string,
    });
  });
});

describe('a peer that does not read', () => {
  const piece = Buffer.alloc(64 * 1024);
  /** Writes until the stream accepts no more data for a while. */
  const fill = async (stream: NodeJS.WritableStream): Promise<number> => {
    let count = 0;
    while (count < 64 * 1024 * 1024) {
      count += piece.length;
      if (stream.write(piece)) continue;
      const isDrained = new Promise((resolve) => stream.once('drain', () => resolve(true)));
      if (!(await Promise.race([isDrained, new Promise((resolve) => setTimeout(resolve, 300))]))) break;
    }
    return count;
  };

  it('blocks the other peer: a response, an upload', async () => {
    let filled: Promise<number> | undefined;
    await engineOf((incoming, response) => {
      if (incoming.method === 'GET') filled = fill(response);
    });
    await gatewayTo('engine.sock');
    const client = connect(socketOf('gateway.sock')).on('error', () => undefined);
    client.write('GET /containers/a/export HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => filled !== undefined);
    expect(await filled).toBeLessThan(8 * 1024 * 1024);
    client.destroy();
    const path = '/images/load';
    const upload = request({ socketPath: socketOf('gateway.sock'), agent: false, method: 'POST', path });
    upload.on('error', () => undefined);
    expect(await fill(upload)).toBeLessThan(8 * 1024 * 1024);
    upload.destroy();
  });
});

describe('a client that leaves', () => {
  it('aborts the request to the engine', async () => {
    const sockets = await engineOf((incoming, response) => {
      if (incoming.url?.includes('events') === true) response.writeHead(200).write('{}\n');
    });
    await gatewayTo('engine.sock');
    for (const line of ['GET /events', 'GET /v1.41/containers/a/json', 'POST /containers/a/wait']) {
      const clients = Array.from({ length: 20 }, () => {
        const client = connect(socketOf('gateway.sock')).on('error', () => undefined);
        client.write(`${line} HTTP/1.1\r\nHost: a\r\n\r\n`);
        return client;
      });
      await until(() => sockets.size === 20);
      for (const client of clients) client.destroy();
      await until(() => sockets.size === 0);
    }
  });
});

describe('an upgraded connection', () => {
  it.each([
    ['POST /containers/a/attach', 'tcp'],
    ['POST /v1.41/containers/a/attach', 'tcp'],
    ['POST /session', 'h2c'],
    ['POST /grpc', 'h2c'],
    ['GET /containers/a/attach/ws', 'websocket'],
  ])('%s transfers bytes both ways, and each direction ends separately', async (line, protocol) => {
    const upgrades: string[] = [];
    const server = createHttpServer();
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on('upgrade', (incoming, socket: Socket, head) => {
      upgrades.push(incoming.headers.upgrade ?? '');
      socket.unshift(head);
      socket.write(
        `HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nX-Accept: engine\r\n\r\nhello `,
      );
      let input = '';
      socket.on('data', (piece: Buffer) => (input += piece.toString())).on('end', () => socket.end(`<${input}>`));
    });
    await new Promise<void>((resolve) => server.listen(socketOf('upgrades.sock'), resolve));
    onTestFinished(() => void server.close().closeAllConnections());
    await gatewayTo('upgrades.sock');
    const client = connect({ path: socketOf('gateway.sock'), allowHalfOpen: true });
    client.write(`${line} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`);
    await new Promise((resolve) => client.once('readable', resolve));
    client.write('in');
    client.end('put');
    const response = await text(client);
    const reason = protocol === 'tcp' ? 'UPGRADED' : 'Switching Protocols';
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 101 ${reason}\r\n[^]*X-Accept: engine\r\n`));
    expect(response.endsWith('\r\n\r\nhello <input>')).toBe(true);
    expect(upgrades).toEqual([protocol]);
  });
});
