/** Tests the bridge with connections that are closed early, on either side. */
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openBridge, until, type BridgeScene } from './bridge-scene.js';

async function open(...parts: Parameters<typeof openBridge>): Promise<BridgeScene> {
  const scene = await openBridge(...parts);
  onTestFinished(() => scene.close());
  return scene;
}

const silent: RequestListener = () => undefined;
const upgrade = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n';

describe('a client that disconnects', () => {
  it.each(['end', 'destroy'] as const)('within a body before an upgrade (%s) leaves nothing open', async (way) => {
    const scene = await open(silent);
    const client = scene.raw(`POST /v1.41/exec/a/start HTTP/1.1\r\n${upgrade}Content-Length: 100\r\n\r\n{`);
    const response = text(client).catch(() => '');
    client[way]();
    if (way === 'end') expect(await response).toContain('HTTP/1.1 400 ');
    const begin = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(process.cpuUsage(begin).user).toBeLessThan(150_000);
    expect(scene.connections()).toBe(0);
  });

  it('closes the connection to the engine, whatever it waits for', async () => {
    const scene = await open((request, response) => {
      if (!request.url?.includes('/wait'))
        response.writeHead(200, { 'content-type': 'application/json' }).write('{}\n');
    });
    for (const place of ['GET /v1.41/events', 'POST /v1.41/containers/a/wait', 'GET /v1.41/containers/a/json']) {
      const clients = Array.from({ length: 50 }, () => scene.raw(`${place} HTTP/1.1\r\nHost: a\r\n\r\n`));
      await until(() => scene.connections() === 50);
      for (const client of clients) client.destroy();
      await until(() => scene.connections() === 0);
    }
  });

  it('closes an upgraded connection when there is output, but not one that is half-closed', async () => {
    const scene = await open(silent, (socket) => {
      socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
      const timer = setInterval(() => socket.write('output\n'), 10);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    const client = scene.raw(`POST /v1.41/containers/a/attach HTTP/1.1\r\n${upgrade}\r\n`);
    await new Promise((resolve) => client.once('data', resolve));
    expect(scene.connections()).toBe(1);
    client.destroy();
    await until(() => scene.connections() === 0);
  });
});

describe('an engine that disconnects', () => {
  it('before the response head: 502 in JSON', async () => {
    const scene = await open((request) => request.socket.destroy());
    for (const path of ['/v1.41/info', '/v1.41/images/json', '/v1.41/volumes']) {
      const { status, body } = await scene.ask({ path });
      expect({ status, body }).toEqual({ status: 502, body: expect.stringMatching(/^\{"message":"/) as string });
    }
  });

  it('within JSON that is converted: 502; within bytes: the client sees that they are incomplete', async () => {
    const scene = await open((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('[{', () => setTimeout(() => request.socket.destroy(), 20));
    });
    expect((await scene.ask({ path: '/v1.41/images/json' })).status).toBe(502);
    await expect(scene.ask({ path: '/v1.41/secrets' })).rejects.toThrow(/aborted/);
  });

  it('after an upgrade without a protocol: 502, and no connection is left', async () => {
    const scene = await open(silent, (socket) => {
      socket.write('HTTP/1.1 101 UPGRADED\r\n\r\n');
      socket.on('end', () => socket.end()).resume();
    });
    const client = scene.raw(`POST /v1.41/containers/a/attach HTTP/1.1\r\n${upgrade}\r\n`);
    expect(await text(client)).toContain('HTTP/1.1 502 ');
    await until(() => scene.connections() === 0);
  });

  it.each([2, 5_000_000])('without reading a body of %s bytes: its response counts', async (length) => {
    const scene = await open((_request, response) => {
      response
        .writeHead(503, { 'content-type': 'application/json', connection: 'close' })
        .end('{"message":"no swarm"}');
    });
    for (const path of ['/v1.41/secrets/create', '/v1.41/containers/create']) {
      const headers = { 'content-type': 'application/json', 'content-length': length };
      const { status } = await scene.ask({ method: 'POST', path, headers }, '{}'.padEnd(length));
      expect(status).toBe(503);
    }
  });

  it('or sends invalid JSON: 502', async () => {
    const scene = await open((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[{');
    });
    expect((await scene.ask({ path: '/v1.41/images/json' })).status).toBe(502);
  });
});

describe('an upgraded connection', () => {
  const echo = (socket: NodeJS.ReadWriteStream, head: Buffer): void => {
    socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
    const pieces: Buffer[] = [head];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.on('end', () => socket.end(`got ${Buffer.concat(pieces).toString()}`));
  };

  it.each([
    ['1.41', undefined],
    ['1.44', { as: '1.41', serve: { oldest: '1.44', newest: '1.44' } }],
  ])('has two halves (client of %s)', async (version, conversion) => {
    const scene = await open(silent, echo, conversion);
    const client = scene.raw(
      `POST /v${version}/exec/a/start HTTP/1.1\r\n${upgrade}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    await new Promise((resolve) => client.once('readable', resolve));
    client.end('input');
    // Since Node 26, the server of this test gets the body with the request.
    const body = Number(process.versions.node.split('.')[0]) < 26 ? '\\{\\}' : '';
    expect(await text(client)).toMatch(new RegExp(`^HTTP/1\\.1 101 UPGRADED\\r\\n[^]*\\r\\n\\r\\ngot ${body}input$`));
  });

  it('that the engine rejects gets an ordinary response, and ends', async () => {
    const scene = await open((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json', 'api-version': '1.44' }).end('{"message":"none"}');
    });
    const client = scene.raw(
      `POST /v1.41/containers/a/attach HTTP/1.1\r\n${upgrade}\r\nGET /v1.44/info HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    const response = await text(client);
    expect(response).toMatch(/^HTTP\/1\.1 404 [^]*\r\napi-version: 1\.41\r\n/i);
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
