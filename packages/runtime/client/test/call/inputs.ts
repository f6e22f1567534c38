/** Creates request bodies of every kind with a given ending, and a server with given responses. */
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { engineAt, type EngineConnection } from '../../src/codegen.js';
import type { ConnectOptions } from '../../src/connect/index.js';

/** How a body ends, after it has yielded some bytes. */
type Ending = () => Promise<void>;

async function* giving(bytes: Uint8Array | undefined, ending: Ending): AsyncGenerator<Uint8Array> {
  if (bytes !== undefined) yield bytes;
  await ending();
}

/** Every kind of stream that a body can be. */
export const kinds: Readonly<Record<string, (bytes: Uint8Array | undefined, ending: Ending) => object>> = {
  'a Node stream': (bytes, ending) => {
    let given = bytes === undefined;
    return new Readable({
      read() {
        if (!given) this.push(bytes);
        else
          ending().then(
            () => this.push(null),
            (error: unknown) => this.destroy(error as Error),
          );
        given = true;
      },
    });
  },
  'a Node stream of objects': (bytes, ending) => Readable.from(giving(bytes, ending)),
  'an async iterable': (bytes, ending) => giving(bytes, ending),
  'a web stream': (bytes, ending) => {
    let given = bytes === undefined;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (!given && bytes !== undefined) controller.enqueue(bytes);
        else {
          await ending();
          controller.close();
        }
        given = true;
      },
    });
  },
};

interface InputScene {
  readonly engine: EngineConnection;
  /** The connections that are open on the server's side. */
  readonly open: Set<Socket>;
  /** The requests whose head was received. */
  readonly count: () => number;
}

export async function inputScene(listener: RequestListener, options: ConnectOptions = {}): Promise<InputScene> {
  const folder = temporaryFolder();
  const socketPath = join(folder, 'engine.sock');
  const open = new Set<Socket>();
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.on('error', () => undefined);
    listener(request, response);
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const target = { kind: 'unix', address: `unix://${socketPath}`, socketPath, basePath: '' } as const;
  const engine = engineAt<EngineConnection>('1.44', {}, target, options);
  onTestFinished(async () => {
    await engine.close();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { engine, open, count: () => count };
}
