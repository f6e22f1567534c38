/** A client that writes bytes, and reads what comes until the connection ends. */
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Received {
  readonly statuses: readonly number[];
  readonly text: string;
  readonly isClosed: boolean;
}

/** @param wait the time that the subject has to end the connection, in milliseconds */
export function send(path: string, bytes: string | Uint8Array, { end = false, wait = 6000 } = {}): Promise<Received> {
  return new Promise((resolve) => {
    const socket = connect({ path, allowHalfOpen: true });
    let text = '';
    const settle = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ statuses: statusesOf(text), text, isClosed });
    };
    const timer = setTimeout(() => settle(false), wait);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => settle(true)).on('end', () => settle(true));
    socket.write(bytes as Uint8Array);
    if (end) socket.end();
  });
}

/** The statuses of responses whose bodies contain no line of this form. */
function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));
}

/** Sends a ping on a connection of its own, and returns how long its response took, in milliseconds. */
export async function ping(path: string): Promise<number> {
  const begin = performance.now();
  const { statuses } = await send(path, 'GET /v1.41/_ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  if (statuses[0] !== 200) throw new Error(`a ping got ${statuses.join()}`);
  return performance.now() - begin;
}

/** Sends a ping, and returns the processor time that this thread, in which the subject runs, used until its response, in milliseconds. */
export async function pingCost(path: string): Promise<number> {
  const begin = processorTime();
  await ping(path);
  return processorTime() - begin;
}

/** The processor time of this thread, in milliseconds: other threads run other tests. Only Linux tells it apart from theirs. */
function processorTime(): number {
  const file = '/proc/thread-self/schedstat';
  if (existsSync(file)) return Number(readFileSync(file, 'latin1').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Opens a connection that reads nothing. */
export function silent(path: string, bytes: string): Socket {
  const socket = connect(path);
  socket.on('error', () => undefined).pause();
  socket.write(bytes);
  return socket;
}

/** The open sockets of this process, in which the subject runs, once there are at most so many or after 9 seconds. */
export async function openSockets(most = Infinity): Promise<number> {
  const count = (): number => process.getActiveResourcesInfo().filter((name) => /Socket|Pipe|TCP/.test(name)).length;
  for (let tries = 0; tries < 450 && count() > most; tries += 1) await sleep(20);
  return count();
}
