// A proxy on a unix socket in front of an engine: forwards every byte unchanged and records each exchange as a line of JSON.

import { appendFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { Conversation } from './conversation.js';
import type { Exchange, Session } from './exchange.js';

interface RecorderOptions {
  readonly session: Session;
  /** The engine's socket. */
  readonly engine: string;
  /** The socket that clients connect to. */
  readonly listen: string;
  /** Called at the beginning of each request; the returned function is called with the exchange at its end. */
  readonly onRequest: () => (exchange: Exchange) => void;
}

export interface Recorder {
  /** Ends all connections, which reports unfinished exchanges, and stops listening. */
  close(): Promise<void>;
}

export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const open = new Set<Socket>();
  // A client that half-closes an upgraded connection still reads from the engine.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const engine = connect({ path: options.engine, allowHalfOpen: true });
    const conversation = new Conversation(options.session, options.onRequest);
    client.on('data', (chunk) => conversation.fromClient.push(chunk));
    engine.on('data', (chunk) => conversation.fromEngine.push(chunk));
    client.pipe(engine);
    engine.pipe(client);
    for (const [socket, other] of [
      [client, engine],
      [engine, client],
    ] as const) {
      open.add(socket);
      // Either side may drop the connection, which is not an error of the recording; `close` follows.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        if (socket === engine) conversation.close();
        else other.destroySoon();
      });
    }
  });
  rmSync(options.listen, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.listen, resolve);
  });
  return {
    close: async () => {
      server.close();
      // An exchange is also reported when the connection to the engine closes.
      const closing = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy()));
      await Promise.all(closing);
    },
  };
}

/** Appends exchanges to a file, one per line. */
export function toFile(path: string): (exchange: Exchange) => void {
  return (exchange) => appendFileSync(path, `${JSON.stringify(exchange)}\n`);
}
