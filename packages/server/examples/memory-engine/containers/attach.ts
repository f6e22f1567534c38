/** Attaches a client to the input and output of a container. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Conflict, session, type Connection, type Session } from '@lading/server';
import type { ContainerAttachQuery } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import type { Input } from '../processes/input.js';
import type { Container } from './container.js';

/** Opens the session. @throws Conflict if the container is paused or restarting, before the connection is hijacked */
export function attach(engine: Engine, container: Container, query: ContainerAttachQuery): Session {
  const { state, config } = container;
  if (state.Paused) throw new Conflict(`container ${container.id} is paused, unpause the container before attach`);
  if (state.Restarting)
    throw new Conflict(`container ${container.id} is restarting, wait until the container is running`);
  engine.emit(container, 'attach');
  return session((connection) => transfer(container, query, connection), { tty: config.Tty });
}

async function transfer(container: Container, query: ContainerAttachQuery, connection: Connection): Promise<void> {
  const { logs, stream, stdin, stdout, stderr } = query;
  if (logs === true) {
    for await (const { stream: to, data } of container.output.read(query, connection.signal))
      connection[to].write(data);
  }
  if (stream !== true) return;
  const exit = container.nextExit(connection.signal);
  const disconnected = new Promise<void>((resolve) => connection.signal.addEventListener('abort', () => resolve()));
  const stop = container.output.listen((to, data) => {
    if ((to === 'stdout' ? stdout : stderr) === true) return writeTo(connection[to], data);
  });
  const { input, config } = container;
  const inputSent =
    stdin === true && config.OpenStdin ? copyInput(connection.stdin, input, config.StdinOnce) : undefined;
  const wantsOutput = stdout === true || stderr === true;
  try {
    await Promise.race([exit, disconnected, ...(wantsOutput || inputSent === undefined ? [] : [inputSent])]);
  } finally {
    stop();
    // With StdinOnce, the first client that attaches to the input closes it for all.
    if (stdin === true && config.StdinOnce) input.end();
  }
}

/** Copies the client's input to the process. @param forwardsEnd whether the process sees the end of the input */
export async function copyInput(stdin: Readable, input: Input, forwardsEnd: boolean): Promise<void> {
  try {
    for await (const data of stdin) input.write(data as Buffer);
  } catch {
    // A connection error ends the input.
  }
  if (forwardsEnd) input.end();
}

/** Writes to a stream, and waits until it drains if the client does not read. */
export async function writeTo(stream: Writable, data: Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(data)) return;
  await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => undefined);
}
