/** A client at the input and the output of a container. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Conflict, session, type Connection, type Session } from '@lading/server';
import type { ContainerAttachQuery } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import type { Input } from '../processes/input.js';
import type { Container } from './container.js';

/** @throws Conflict where it is paused or about to start anew, before the connection changes hands */
export function attach(engine: Engine, container: Container, query: ContainerAttachQuery): Session {
  const { state, config } = container;
  if (state.Paused) throw new Conflict(`container ${container.id} is paused, unpause the container before attach`);
  if (state.Restarting)
    throw new Conflict(`container ${container.id} is restarting, wait until the container is running`);
  engine.tell(container, 'attach');
  return session((connection) => attached(container, query, connection), { tty: config.Tty });
}

async function attached(container: Container, query: ContainerAttachQuery, connection: Connection): Promise<void> {
  const { logs, stream, stdin, stdout, stderr } = query;
  if (logs === true) {
    for await (const { stream: to, data } of container.output.read(query, connection.signal))
      connection[to].write(data);
  }
  if (stream !== true) return;
  const exit = container.nextExit(connection.signal);
  const left = new Promise<void>((resolve) => connection.signal.addEventListener('abort', () => resolve()));
  const stop = container.output.listen((to, data) => {
    if ((to === 'stdout' ? stdout : stderr) === true) return writeTo(connection[to], data);
  });
  const { input, config } = container;
  const fed = stdin === true && config.OpenStdin ? feed(connection.stdin, input, config.StdinOnce) : undefined;
  const wantsOutput = stdout === true || stderr === true;
  try {
    await Promise.race([exit, left, ...(wantsOutput || fed === undefined ? [] : [fed])]);
  } finally {
    stop();
    // Who attached to the input of one that reads once has closed it for all.
    if (stdin === true && config.StdinOnce) input.end();
  }
}

/** Keys go in; the end too, where the process shall know of it. */
export async function feed(stdin: Readable, input: Input, tellsEnd: boolean): Promise<void> {
  try {
    for await (const data of stdin) input.write(data as Buffer);
  } catch {
    // Who breaks off has no more input either.
  }
  if (tellsEnd) input.end();
}

/** Waits while the client does not read. */
export async function writeTo(stream: Writable, data: Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(data)) return;
  await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => undefined);
}
