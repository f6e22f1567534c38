import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { ConnectionError, LadingClientError } from '../../src/error/index.js';
import { openWebSocket, type WebSocketDuplex, type WebSocketOptions } from '../../src/stream/index.js';
import { mockEngine, until, type MockEngine } from './mock-engine.js';

describe('openWebSocket', () => {
  it('sends the path and headers unchanged', async () => {
    let seen: unknown;
    const engine = await mockEngine();
    new WebSocketServer({ server: engine.server }).on('connection', (socket, { url, headers }) => {
      seen = [url, headers['x-own']];
      socket.close();
    });
    const response = await openWebSocket({
      ...request(engine),
      path: '/v1.44/a%2Fb/../ws?x=%20',
      headers: { 'x-own': '1' },
    });
    expect(response.status).toBe(101);
    expect(response.headers['upgrade']).toBe('websocket');
    expect(seen).toEqual(['/v1.44/a%2Fb/../ws?x=%20', '1']);
  });

  it('returns the text of an error response, and leaves no connection', async () => {
    const engine = await mockEngine((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"No such container: x"}\n');
    });
    expect(await openWebSocket(request(engine))).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/json' },
      text: '{"message":"No such container: x"}\n',
    });
    await engine.quiet();
  });

  it.each([
    ['hangs up', ''],
    ['does not speak HTTP', 'SSH-2.0\r\n\r\n'],
    ['upgrades wrongly', 'HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n'],
  ])('rejects when the engine %s', async (_name, bytes) => {
    const engine = await mockEngine();
    engine.server.on('upgrade', (_request, socket) => void socket.end(bytes));
    await expect(openWebSocket(request(engine))).rejects.toBeInstanceOf(LadingClientError);
    await engine.quiet();
  });

  it('rejects without an engine, and after an abort', async () => {
    const engine = await mockEngine();
    engine.server.on('upgrade', (_request, socket) => void socket.on('end', () => socket.end()).resume());
    const target = { ...engine.target, socketPath: `${engine.target.socketPath}.none` };
    await expect(openWebSocket({ ...request(engine), target })).rejects.toBeInstanceOf(ConnectionError);
    await expect(openWebSocket({ ...request(engine), signal: AbortSignal.abort('no') })).rejects.toBe('no');
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 30);
    await expect(openWebSocket({ ...request(engine), signal: controller.signal })).rejects.toThrow('enough');
    await engine.quiet();
  });
});

describe('WebSocketDuplex', () => {
  it('passes bytes in both directions, and output after the end of input', async () => {
    const { engine, socket } = await opened((server) => {
      server.send(Buffer.from('hello '));
      let input = '';
      server.on('message', (data: Buffer) => (input += data.toString()));
      // Unlike this library, an engine continues writing after the closing frame.
      const frames = (server as unknown as { _receiver: NodeJS.EventEmitter; _socket: NodeJS.WritableStream })
        ._receiver;
      frames.removeAllListeners('conclude').once('conclude', () => {
        const raw = (server as unknown as { _socket: NodeJS.WritableStream })._socket;
        setTimeout(() => raw.write(unmasked(2, Buffer.from(`got ${input}`))), 20);
        setTimeout(() => raw.end(unmasked(8, Buffer.from([3, 232]))), 40);
      });
    });
    socket.write('a');
    socket.end('b');
    expect(await text(socket)).toBe('hello got ab');
    await engine.quiet();
  });

  it('ends when the engine closes', async () => {
    const { engine, socket } = await opened((server) => {
      server.send('text');
      server.close();
    });
    expect(await text(socket)).toBe('text');
    await until(() => socket.destroyed);
    await engine.quiet();
  });

  it.each([
    ['breaks off', (server: WebSocket) => setTimeout(() => server.terminate(), 20), 'RESPONSE_CUT'],
    [
      'declares too long a message',
      (server: WebSocket) => raw(server).write(Buffer.from([0x82, 127, 0, 0, 0, 0, 128, 0, 0, 0])),
      'FRAME_INVALID',
    ],
    ['sends no frame', (server: WebSocket) => raw(server).write('HTTP/1.1 500'), 'FRAME_INVALID'],
  ])('fails when the engine %s', async (_name, behave, code) => {
    const { engine, socket } = await opened(behave);
    const failed = buffer(socket);
    await expect(failed).rejects.toBeInstanceOf(LadingClientError);
    await expect(failed).rejects.toMatchObject({ code: typeof code === 'string' ? code : expect.stringMatching(code) });
    await engine.quiet();
  });

  it('leaves no connection when it is destroyed or aborted', async () => {
    const first = await opened(() => {});
    first.socket.destroy();
    await first.engine.quiet();
    const controller = new AbortController();
    const second = await opened(() => {}, controller.signal);
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(buffer(second.socket)).rejects.toThrow('enough');
    await second.engine.quiet();
  });

  it('has back-pressure in both directions', async () => {
    const chunk = Buffer.alloc(65_536);
    let sent = 0;
    let server: WebSocket | undefined;
    const { engine, socket } = await opened((opening) => {
      server = opening;
      opening.pause();
      const send = (): void => {
        if (sent < 1000) opening.send(chunk, () => ((sent += 1), send()));
      };
      send();
    });
    socket.once('data', () => socket.pause());
    let written = 0;
    const write = (): void => {
      if (written < 1000) socket.write(chunk, () => ((written += 1), write()));
    };
    write();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server).toBeDefined();
    expect(sent).toBeLessThan(200);
    expect(written).toBeLessThan(200);
    server?.resume();
    socket.resume();
    await until(() => sent === 1000 && written === 1000);
    socket.destroy();
    await engine.quiet();
  });
});

function request(engine: MockEngine): WebSocketOptions {
  return { target: engine.target, timeout: 5000, path: '/v1.44/containers/web/attach/ws', headers: {} };
}

async function opened(
  behave: (socket: WebSocket) => unknown,
  signal?: AbortSignal,
): Promise<{ engine: MockEngine; socket: WebSocketDuplex }> {
  const engine = await mockEngine();
  new WebSocketServer({ server: engine.server }).on('connection', behave);
  const response = await openWebSocket({ ...request(engine), ...(signal && { signal }) });
  if (!('socket' in response)) throw new Error(response.text);
  return { engine, socket: response.socket };
}

function raw(server: WebSocket): NodeJS.WritableStream {
  return (server as unknown as { _socket: NodeJS.WritableStream })._socket;
}

/** Returns a frame of a server. */
function unmasked(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, payload.length]), payload]);
}
