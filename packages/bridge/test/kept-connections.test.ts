/** Tests the connections to the engine that are used again, with engines that write bytes. */
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { KeptConnections } from '../src/engine/kept-connections.js';
import type { ResponseHandler } from '../src/engine/response-handler.js';
import { listen } from '../src/index.js';
import { until } from './bridge-scene.js';

/** Starts a bridge with an engine that gets its sockets. Returns what sends a request, and the open connections of the engine. */
async function open(onRequest: (socket: Socket, head: string, count: number) => void) {
  const folder = temporaryFolder();
  const [engineSocket, socketPath] = [join(folder, 'engine.sock'), join(folder, 'bridge.sock')];
  const sockets = new Set<Socket>();
  let count = 0;
  const engine = createServer((socket) => {
    sockets.add(socket);
    let begun = '';
    socket
      .on('data', (piece) => {
        begun += piece.toString('latin1');
        if (!begun.endsWith('\r\n\r\n')) return;
        onRequest(socket, begun, (count += 1));
        begun = '';
      })
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => engine.listen(engineSocket, resolve));
  const bridge = await listen({ address: `unix://${socketPath}`, engine: `unix://${engineSocket}`, as: '1.44' });
  onTestFinished(async () => {
    await bridge.close({ timeout: 0 });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => engine.close(resolve));
  });
  const ask = (path: string, method = 'GET') =>
    new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
      const call = request({ socketPath, path, method, agent: false }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
      call.on('error', reject).end();
    });
  return { socketPath, ask, sockets, count: () => count };
}

const list = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n[]\n';
// The first response of a version is decoded by another part of the bridge than the later ones.
const path = '/v1.44/containers/json';

it('serve one request after the other, and close when they are not used', async () => {
  const { ask, sockets } = await open((socket) => void socket.write(list));
  for (let time = 0; time < 3; time += 1) expect(await ask(path)).toEqual({ status: 200, body: '[]\n' });
  expect(sockets.size).toBe(1);
  await Promise.all(Array.from({ length: 5 }, () => ask(path)));
  expect(sockets.size).toBeGreaterThan(1);
  await until(() => sockets.size === 0);
});

it('are replaced when the engine closes them between two requests', async () => {
  const { ask } = await open((socket) => void socket.write(list, () => setTimeout(() => socket.destroy(), 5)));
  for (let time = 0; time < 20; time += 1) {
    expect(await ask(path)).toEqual({ status: 200, body: '[]\n' });
    await new Promise((resolve) => setTimeout(resolve, time));
  }
});

it('are not used again after a response that is not HTTP, nor with bytes that nobody asked for', async () => {
  const { ask, sockets, count } = await open((socket, _head, number) => {
    if (number <= 2) socket.write(list);
    else if (number === 3) socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na`);
    else if (number === 4) socket.write(list, () => setTimeout(() => socket.write(list), 20));
    else socket.write(list.replace('[]\n', '[1]'));
  });
  for (let time = 0; time < 2; time += 1) expect((await ask(path)).status).toBe(200);
  const { status, body } = await ask(path);
  expect({ status, body: JSON.parse(body) as unknown }).toEqual({
    status: 502,
    body: { message: 'the engine sent an invalid response: its length is unclear' },
  });
  expect((await ask(path)).body).toBe('[]\n');
  await until(() => sockets.size === 0);
  expect((await ask(path)).body).toBe('[1]');
  // What is not HTTP is not asked for once more.
  expect(count()).toBe(5);
});

it('wait for a client that does not read, and are closed when it is gone', async () => {
  let written = 0;
  const { socketPath, ask, sockets } = await open((socket, _head, number) => {
    if (number <= 2) return void socket.write(list);
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const write = (): void => {
      do written += 0x10000;
      while (!socket.destroyed && socket.write(`10000\r\n${'a'.repeat(0x10000)}\r\n`));
    };
    socket.on('drain', write);
    write();
  });
  for (let time = 0; time < 2; time += 1) await ask(path);
  const client = connect(socketPath);
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await until(() => written > 0x10000);
  let before = 0;
  while (before < written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(written).toBeLessThan(4_000_000);
  let read = 0;
  client.on('data', (piece) => (read += piece.length));
  await until(() => read > 8_000_000);
  client.destroy();
  await until(() => sockets.size === 0);
});

it('end a response without a length with the connection, and break off one with a length', async () => {
  const { ask } = await open((socket, _head, number) => {
    const length = number % 2 === 0 ? 'Content-Length: 5\r\n' : '';
    socket.end(`HTTP/1.1 200 OK\r\n${length}\r\nabc`);
  });
  for (let time = 0; time < 3; time += 1) {
    expect(await ask(path)).toEqual({ status: 200, body: 'abc' });
    await expect(ask(path)).rejects.toThrow('aborted');
  }
});

it('send a head alone for HEAD, and the headers of the client', async () => {
  const heads: string[] = [];
  const { ask } = await open((socket, head) => {
    heads.push(head);
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\n');
  });
  for (let time = 0; time < 2; time += 1) expect(await ask('/v1.44/_ping', 'HEAD')).toEqual({ status: 200, body: '' });
  expect(heads).toEqual([
    'HEAD /v1.44/_ping HTTP/1.1\r\nhost: engine\r\n\r\n',
    'HEAD /v1.44/_ping HTTP/1.1\r\nhost: engine\r\n\r\n',
  ]);
});

it('close the connection of a response whose reader fails, which learns of it', async () => {
  for (const method of ['onHead', 'onWhole', 'onEnd'] as const) {
    const [own, engine] = duplexPair();
    const connections = new KeptConnections(() => Promise.resolve(own));
    const failure = new Error(method);
    const error = new Promise((resolve) => {
      const handler: ResponseHandler = {
        onInformation: () => undefined,
        onHead: () => undefined,
        onWhole: () => undefined,
        onData: () => true,
        onPart: () => undefined,
        onEnd: () => undefined,
        onError: resolve,
        [method]: () => {
          throw failure;
        },
      };
      connections.send('GET / HTTP/1.1\r\n\r\n', false, handler);
    });
    engine.write(list);
    expect(await error).toBe(failure);
    await until(() => own.destroyed);
  }
});

/** Returns the two ends of a connection. */
function duplexPair(): [Duplex, Duplex] {
  const ends: Duplex[] = [0, 1].map(
    (index) =>
      new Duplex({
        read: () => undefined,
        write: (chunk, _encoding, done) => {
          ends[1 - index]?.push(chunk);
          done();
        },
      }),
  );
  return ends as [Duplex, Duplex];
}
