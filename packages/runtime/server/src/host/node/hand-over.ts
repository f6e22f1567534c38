/** Connections that change hands: the head that says so, and whoever has them from then on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostReply, TakeOver } from '../host-message.js';
import { handedOver } from './handed-over.js';

/** How long a client may take to close a connection that is over. */
export const patience = 1000;

/** The head of the answer, and all that comes behind it. */
export async function handOver(reply: HostReply, socket: Duplex): Promise<void> {
  const { run } = reply.takeOver ?? {};
  if (run === undefined) return;
  socket.write(headOf(reply));
  await runOn(socket, run);
}

/**
 * The same where the parser of Node still holds the socket: engines look at `Upgrade` alone, Node wants
 * `Connection: Upgrade` as well.
 */
export function handOverParsed(reply: HostReply, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  handedOver.add(socket);
  const go = (): void => {
    // Neither another request, nor an end that concerns more than the input.
    for (const event of ['data', 'end', 'drain', 'timeout']) socket.removeAllListeners(event);
    response.detachSocket(socket);
    socket.once('close', () => response.emit('close'));
    socket.on('error', () => undefined).setTimeout(0);
    void handOver(reply, socket);
  };
  if (request.complete) go();
  else request.once('end', go).resume();
}

export async function runOn(socket: Duplex, run: TakeOver['run']): Promise<void> {
  await run(socket);
  socket.end();
  if (socket.destroyed) return;
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), patience);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** In the words and the order of engines: clients compare. */
export function headOf({ headers, takeOver }: HostReply): string {
  const { 'Content-Type': type, ...others } = headers;
  const lines = ['HTTP/1.1 101 UPGRADED'];
  if (type !== undefined) lines.push(`Content-Type: ${[type].flat().join(', ')}`);
  lines.push('Connection: Upgrade', `Upgrade: ${takeOver?.protocol ?? 'tcp'}`);
  for (const [name, value] of Object.entries(others)) lines.push(...[value].flat().map((one) => `${name}: ${one}`));
  return `${lines.join('\r\n')}\r\n\r\n`;
}
