/** Hijacked (upgraded) connections: the head of the response, and the session that uses the connection. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { takeBuffered } from '../../request/read-whole.js';
import type { HostResponse, Hijack } from '../host-message.js';
import { isBodyRead, isDetached } from './detached-request.js';
import { type NodeExchange, destroyLater, hijackedConnections } from './node-exchange.js';
import { upgradeBody, hasOptionsBody } from './upgrade-body.js';
import { openWebSocket } from './web-socket.js';
import { headerLines } from './send-information.js';

/** Sends the head of the response, and runs the session on the connection. */
export function hijack(reply: HostResponse, exchange: NodeExchange): void {
  if (isDetached(exchange.request)) void hijackDetached(reply, exchange);
  else hijackParsed(reply, exchange);
}

async function hijackDetached(reply: HostResponse, { request, response, socket }: NodeExchange): Promise<void> {
  const { protocol, run, isHandshakeSent } = reply.hijack as Hijack;
  response.detachSocket(socket);
  socket.once('close', () => response.emit('close'));
  if (protocol === 'websocket' && isHandshakeSent !== true) {
    const duplex = await openWebSocket(request, socket, reply.headers);
    if (duplex === undefined) return;
    await run(duplex);
    duplex.end();
    destroyLater(duplex);
    return;
  }
  hijackedConnections.add(socket);
  skipLastChunk(request, socket);
  socket.write(headOf(reply));
  if (!isBodyRead(request) && hasOptionsBody(request)) await discardBody(request, socket);
  await runOn(socket, run);
}

/**
 * Hijacks a connection whose socket Node's parser still uses: engines need only the header `Upgrade`, but Node emits an
 * upgrade only with `Connection: Upgrade` and a listener for upgrades.
 */
function hijackParsed(reply: HostResponse, { request, response, socket }: NodeExchange): void {
  hijackedConnections.add(socket);
  const begin = (): void => {
    // The parser must neither read another request nor close the connection when the input ends.
    for (const event of ['data', 'end', 'drain', 'timeout']) socket.removeAllListeners(event);
    response.detachSocket(socket);
    socket.once('close', () => response.emit('close'));
    socket.on('error', () => undefined).setTimeout(0);
    socket.write(headOf(reply));
    void runOn(socket, (reply.hijack as Hijack).run);
  };
  if (request.complete || request.destroyed) begin();
  else request.once('end', begin).resume();
}

async function runOn(socket: Duplex, run: Hijack['run']): Promise<void> {
  await run(socket);
  socket.end();
  if (socket.destroyed) return;
  socket.resume();
  destroyLater(socket);
}

/** Returns the head with the text and the order of engines, which clients compare. */
function headOf({ headers, hijack }: HostResponse): string {
  const { 'Content-Type': type, ...others } = headers;
  const protocol = hijack?.protocol ?? 'tcp';
  const lines = [`HTTP/1.1 101 ${protocol === 'tcp' ? 'UPGRADED' : 'Switching Protocols'}`];
  if (type !== undefined) lines.push(...headerLines({ 'Content-Type': type }));
  lines.push('Connection: Upgrade', `Upgrade: ${protocol}`, ...headerLines(others));
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Skips the last chunk of clients that announce a chunked body, send an empty one, and then raw bytes. */
function skipLastChunk({ headers }: IncomingMessage, socket: Duplex): void {
  if (headers['transfer-encoding'] === undefined) return;
  const begin = takeBuffered(socket);
  const rest = begin.subarray(0, 5).toString('latin1') === '0\r\n\r\n' ? begin.subarray(5) : begin;
  if (rest.length > 0) socket.unshift(rest);
}

async function discardBody(request: IncomingMessage, socket: Duplex): Promise<void> {
  const body = upgradeBody(request, socket);
  if (body === null) return;
  // After an incomplete body the connection has no further input.
  await finished(body.resume()).catch(() => undefined);
}
