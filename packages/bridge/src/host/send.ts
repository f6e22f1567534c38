/** Sends responses through a server of Node. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BridgeResponse } from '../message/messages.js';
import type { Headers } from '../message/headers.js';

/** Sends a response, or joins the connections of the client and the engine after a 101. */
export function sendResponse(response: ServerResponse, { status, headers, body, trailers }: BridgeResponse): void {
  if (status === 101) return join(response, headers, body as Duplex);
  if (response.headersSent || response.destroyed) {
    if (typeof body === 'object') body.destroy();
    return void response.destroy();
  }
  response.writeHead(status, headers as Record<string, string | string[]>);
  if (body === undefined || typeof body === 'string') return void response.end(body);
  // A short body is sent together with the headers; they do not wait for a long one.
  setImmediate(() => response.destroyed || response.flushHeaders());
  body.once('end', () => addTrailers(response, trailers?.() ?? {}));
  // Either side is destroyed if the other one fails.
  body.on('error', () => response.destroy());
  body.once('close', () => body.readableEnded || response.destroy());
  response.once('close', () => body.destroy());
  body.pipe(response);
}

/** Sends what follows the body, such as a checksum. Only a response in chunks may have it. */
function addTrailers(response: ServerResponse, trailers: Headers): void {
  const names = Object.keys(trailers);
  if (names.length > 0 && response.chunkedEncoding) response.addTrailers(trailers as Record<string, string>);
}

/** Joins two connections. Their halves end independently: the input may end before the output does. */
function join(response: ServerResponse, headers: Headers, engine: Duplex): void {
  const client = response.socket;
  if (client === null) return void engine.destroy();
  response.detachSocket(client);
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  client.write(`HTTP/1.1 101 UPGRADED\r\n${lines.join('')}\r\n`);
  client.pipe(engine).pipe(client);
  for (const [one, other] of [
    [client, engine],
    [engine, client],
  ] as const) {
    one.on('error', () => other.destroy());
    // After a regular end the other side may still have data to send.
    one.on('close', () => one.readableEnded || other.destroy());
  }
}
