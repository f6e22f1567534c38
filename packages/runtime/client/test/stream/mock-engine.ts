/** An engine on a unix socket that responds with given bytes. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { Client } from 'undici';
import { onTestFinished } from 'vitest';
import type { Target } from '../../src/connect/index.js';
import type { StreamContext } from '../../src/stream/index.js';

export const context: StreamContext = {
  operation: 'ContainerLogs',
  method: 'GET',
  path: '/v1.44/containers/web/logs',
  version: '1.44',
  response: { headers: { 'content-type': 'application/octet-stream' }, headersDistinct: {} },
  parse: JSON.parse,
};

export interface MockEngine {
  readonly server: Server;
  readonly target: Target;
  /** The connections that are open on the engine's side. */
  readonly open: Set<Socket>;
  /** Returns the body of a response from the HTTP client. */
  body(signal?: AbortSignal): Promise<Readable>;
  /** Returns the connection after an upgrade. */
  upgrade(): Promise<Duplex>;
  /** Waits until no connection is open. */
  quiet(): Promise<void>;
}

export async function mockEngine(
  response: RequestListener = (_request, response) => response.end(),
): Promise<MockEngine> {
  const folder = temporaryFolder();
  const socketPath = join(folder, 'engine.sock');
  const open = new Set<Socket>();
  const server = createServer(response);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const client = new Client('http://localhost', {
    socketPath,
    bodyTimeout: 0,
    headersTimeout: 0,
    // Without idle connections, each open connection is a leaked one.
    keepAliveTimeout: 1,
    keepAliveMaxTimeout: 1,
  });
  onTestFinished(async () => {
    await client.destroy();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    server,
    target: { kind: 'unix', address: `unix://${socketPath}`, socketPath, basePath: '' },
    open,
    body: async (signal) => (await client.request({ method: 'GET', path: '/', ...(signal && { signal }) })).body,
    upgrade: async () => (await client.upgrade({ path: '/', method: 'POST', protocol: 'tcp' })).socket,
    quiet: () => until(() => open.size === 0),
  };
}

export async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    if (waited > 5000) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Sends every piece in a separate packet. */
export function inPieces(...pieces: (string | Uint8Array)[]): RequestListener {
  return async (_request, response) => {
    response.flushHeaders();
    for (const piece of pieces) {
      if (piece.length > 0) response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    response.end();
  };
}

/** Sends a response that is truncated after its pieces: the chunked body has no end. */
export function cutAfter(...pieces: (string | Uint8Array)[]): RequestListener {
  return async (_request, response) => {
    response.flushHeaders();
    for (const piece of pieces) response.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 10));
    response.socket?.destroy();
  };
}

/** Returns the items of an iteration and its error. */
export async function collect<T>(items: AsyncIterable<T>): Promise<{ items: T[]; error: unknown }> {
  const got: T[] = [];
  try {
    for await (const item of items) got.push(item);
  } catch (error) {
    return { items: got, error };
  }
  return { items: got, error: undefined };
}
