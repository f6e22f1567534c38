/** Starts the bridge with a small engine, and sends requests as bytes. */
import { createServer, request, type IncomingHttpHeaders, type RequestListener, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { listen, type ListenOptions } from '../src/index.js';

interface SceneOptions extends Omit<ListenOptions, 'address' | 'engine'> {
  /** Whether the engine never asks for the body of a request. */
  readonly ignoresExpect?: boolean;
  /** The maximum length of the headers that the engine accepts, in bytes. */
  readonly maxEngineHeaders?: number;
}

type OnUpgrade = (socket: Duplex, head: Buffer, url: string) => void;

export interface BridgeScene {
  readonly socket: string;
  /** Returns the number of open connections of the engine. */
  readonly connections: () => number;
  ask(options: RequestOptions, body?: string): Promise<Response>;
  /** Breaks off all connections of the engine, as if it were killed. */
  dropEngineConnections(): void;
  /** Opens a connection to the bridge and sends bytes on it. */
  raw(bytes: string): Socket;
  close(): Promise<void>;
}

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export async function openBridge(
  response: RequestListener,
  onUpgrade?: OnUpgrade,
  { ignoresExpect = false, maxEngineHeaders = 16_384, ...options }: SceneOptions = {
    as: '1.44',
    serve: { oldest: '1.41', newest: '1.41' },
  },
): Promise<BridgeScene> {
  const folder = temporaryFolder();
  const [engineSocket, socket] = [join(folder, 'engine.sock'), join(folder, 'proxy.sock')];
  const open = new Set<Socket>();
  const engine = createServer({ maxHeaderSize: maxEngineHeaders }, response);
  engine.on('connection', (connection: Socket) => {
    open.add(connection);
    connection.on('error', () => undefined).once('close', () => open.delete(connection));
  });
  if (ignoresExpect) engine.on('checkContinue', response);
  if (onUpgrade !== undefined) engine.on('upgrade', (req, own, head) => onUpgrade(own, head, req.url ?? ''));
  await new Promise<void>((resolve) => engine.listen(engineSocket, resolve));
  const bridge = await listen({ address: `unix://${socket}`, engine: `unix://${engineSocket}`, ...options });
  const clients = new Set<Socket>();
  return {
    socket,
    connections: () => open.size,
    ask: (options, body) =>
      new Promise((resolve, reject) => {
        const call = request({ socketPath: socket, agent: false, ...options }, (response) => {
          const { statusCode: status = 0, headers, rawHeaders } = response;
          text(response).then((content) => resolve({ status, headers, rawHeaders, body: content }), reject);
        });
        call.on('error', reject).end(body);
      }),
    dropEngineConnections: () => {
      for (const connection of open) connection.destroy();
    },
    raw: (bytes) => {
      const client = connect({ path: socket, allowHalfOpen: true });
      clients.add(client);
      client
        .on('error', () => undefined)
        .once('close', () => clients.delete(client))
        .write(bytes);
      return client;
    },
    close: async () => {
      for (const client of clients) client.destroy();
      for (const connection of open) connection.destroy();
      await bridge.close({ timeout: 0 });
      await new Promise((resolve) => engine.close(resolve).closeAllConnections());
    },
  };
}

/**
 * Waits until a condition holds.
 *
 * @throws Error after the seconds
 */
export async function until(holds: () => boolean, seconds = 2): Promise<void> {
  for (let count = 0; count < seconds * 100; count += 1) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`the condition did not hold in time: ${holds}`);
}
