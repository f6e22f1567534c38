/** An engine that serves the calls of one run, and does not respond at a step that a test selects. */
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { frame } from '@lading/runtime-wire';
import { engineAt, type Engine } from '@lading/client-v1.44';
import { onTestFinished } from 'vitest';

export const steps = ['create', 'attach', 'wait', 'start', 'exit', 'delete'] as const;
export type Step = (typeof steps)[number];

/** An engine whose container reads its input to the end and then exits; the step `exit` is that exit. */
export interface StepEngine {
  readonly engine: Engine;
  /** The requested steps, in order, and kills. */
  readonly asked: string[];
  /** Returns what the container has read. */
  readonly input: () => string;
  /** The connections that are open on the engine's side. */
  readonly open: Set<Duplex>;
  /** Lets the silent step respond. */
  readonly speak: () => void;
}

/**
 * Starts the engine.
 *
 * @param silent a step that gets no response until `speak` is called
 */
export async function stepEngine(silent?: Step, options: { readonly readsInput?: boolean } = {}): Promise<StepEngine> {
  const folder = temporaryFolder();
  const socketPath = join(folder, 'engine.sock');
  const asked: string[] = [];
  const open = new Set<Duplex>();
  let input = '';
  let speak = (): void => undefined;
  let exit = (): void => undefined;
  const spoken = new Promise<void>((resolve) => (speak = resolve));
  const exited = new Promise<void>((resolve) => (exit = resolve));
  const step = async (name: Step): Promise<void> => {
    asked.push(name);
    if (name === silent) await spoken;
  };
  const server = createServer((request, response) => {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const { method, url = '' } = request;
    request.resume();
    if (url.includes('/create')) void step('create').then(() => json(201, { Id: 'abc', Warnings: [] }));
    else if (url.includes('/wait')) {
      void step('wait').then(async () => {
        response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
        await exited;
        await step('exit');
        response.end('{"StatusCode":0}\n');
      });
    } else if (url.includes('/start')) void step('start').then(() => response.writeHead(204).end());
    else if (url.includes('/kill')) {
      asked.push('kill');
      response.writeHead(204).end();
    } else if (method === 'DELETE') void step('delete').then(() => response.writeHead(204).end());
    else json(404, { message: url });
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    // A connection that is not read would not notice that the other side has left.
    let isAttached = false;
    socket
      .on('error', () => undefined)
      .on('end', () => {
        if (!isAttached) socket.end();
      });
    void step('attach').then(() => {
      isAttached = true;
      const type = 'application/vnd.docker.multiplexed-stream';
      socket.write(`HTTP/1.1 101 UPGRADED\r\nContent-Type: ${type}\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n`);
      const end = (): void => {
        socket.end(frame(1, Buffer.from('output')));
        exit();
      };
      if (options.readsInput !== true) return end();
      socket.on('data', (data: Buffer) => (input += data.toString()));
      socket.on('end', end);
    });
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const engine = engineAt({ kind: 'unix', address: `unix://${socketPath}`, socketPath, basePath: '' });
  onTestFinished(async () => {
    await engine.close();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { engine, asked, input: () => input, open, speak: () => speak() };
}
