/** Sends responses through a server of Node. */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BridgeResponse } from '../message/messages.js';
import type { Headers } from '../message/headers.js';

/** The length up to which bytes are copied, so that a response is one write. */
export const maxText = 64 * 1024;

/** How long a connection may take to read what was sent to it after the other side is gone, in milliseconds. */
const lingerTime = 1000;

/** Sends a response, or joins the connections of the client and the engine after a 101. */
export function sendResponse(response: ServerResponse, { status, headers, body, trailers }: BridgeResponse): void {
  if (status === 101) return join(response, headers, body as Duplex);
  if (response.headersSent || response.destroyed) {
    if (typeof body === 'object' && !(body instanceof Uint8Array)) body.destroy();
    return void response.destroy();
  }
  response.writeHead(status, headers as Record<string, string | string[]>);
  if (body === undefined || body === '') return void response.end();
  if (typeof body === 'string') {
    // Text of ASCII, as most is, has as many bytes as characters.
    const isAscii = body.length <= maxText && headers['content-length'] === String(body.length);
    return isAscii ? sendText(response, body) : void response.end(body);
  }
  if (body instanceof Uint8Array) {
    addTrailers(response, trailers?.() ?? {});
    // A short text is written together with the headers, which are one too.
    if (body.length <= maxText) return void response.end(body.toString('latin1'), 'latin1');
    return void response.end(body);
  }
  // A short body is sent together with the headers; they do not wait for a long one.
  setImmediate(() => response.destroyed || response.flushHeaders());
  body.once('end', () => addTrailers(response, trailers?.() ?? {}));
  // Either side is destroyed if the other one fails.
  body.on('error', () => response.destroy());
  body.once('close', () => body.readableEnded || response.destroy());
  response.once('close', () => body.destroy());
  body.pipe(response);
}

/**
 * Ends a response with a text whose characters are bytes: it is written together with the headers, which are one too; the end, which is
 * empty, would be another write.
 */
export function sendText(response: ServerResponse, text: string): void {
  response.write(text, 'latin1');
  process.nextTick(end, response);
}

function end(response: ServerResponse): void {
  response.end();
}

/** Sends what follows the body, such as a checksum. Only a response in chunks may have it. */
function addTrailers(response: ServerResponse, trailers: Headers): void {
  const names = Object.keys(trailers);
  if (names.length > 0 && response.chunkedEncoding) response.addTrailers(trailers as Record<string, string>);
}

/** Sends an informational response, such as 103. Clients of HTTP/1.0 know none. */
export function sendInformation(response: ServerResponse, status: number, headers: Headers): void {
  const { socket, req: request } = response;
  // The socket of a response that waits for an earlier one is not assigned yet: the information is not worth waiting.
  if (socket === null || response.headersSent || request.httpVersion !== '1.1') return;
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Information'}\r\n${linesOf(headers)}\r\n`, 'latin1');
}

/** Joins two connections. Their halves end independently: the input may end before the output does. */
function join(response: ServerResponse, headers: Headers, engine: Duplex): void {
  const client = response.socket;
  if (client === null) return void engine.destroy();
  response.detachSocket(client);
  client.write(`HTTP/1.1 101 UPGRADED\r\n${linesOf(headers)}\r\n`);
  client.pipe(engine).pipe(client);
  for (const [one, other] of [
    [client, engine],
    [engine, client],
  ] as const) {
    one.on('error', () => other.destroy());
    // After a regular end what it has sent may still be on its way to the other side.
    one.on('close', () => (one.readableEnded ? closeLater(other) : other.destroy()));
  }
}

/** Closes a connection that nobody sends to any more, when what was sent to it has been read. */
function closeLater(socket: Duplex): void {
  // Unread bytes would reset the connection, and with it what the other end has not read yet.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerTime).unref();
  socket.once('close', () => clearTimeout(timer));
}

function linesOf(headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  return lines.join('');
}
