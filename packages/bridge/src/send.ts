/** Sends responses to the client. */
import type { ServerResponse } from 'node:http';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { WireError } from '@lading/runtime-wire';
import type { Headers } from './headers.js';

/** An error with the status of the response to send. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A version that is not served. */
export class UnsupportedVersionError extends HttpError {
  constructor(message: string) {
    super(400, message);
  }
}

/** Sends a response of the engine unchanged: a stream of bytes or, after a 101, the connection. */
export function sendResponse(
  response: ServerResponse,
  status: number,
  headers: Headers,
  body: Readable | Duplex | undefined,
): void {
  if (status === 101) return join(response, headers, body as Duplex);
  response.writeHead(status, headers as Record<string, string | string[]>);
  response.flushHeaders();
  if (body === undefined) response.end();
  // Destroys either side if the other one fails.
  else pipeline(body, response, () => undefined);
}

export function sendJson(response: ServerResponse, status: number, headers: Headers, body: unknown): void {
  const text = body === undefined ? '' : `${JSON.stringify(body)}\n`;
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, {
    ...(headers as Record<string, string | string[]>),
    ...(text !== '' && { 'content-type': 'application/json' }),
    ...(status !== 204 && status !== 304 && { 'content-length': length }),
  });
  response.end(text);
}

/**
 * Responds with the status of an error; without one, the engine has failed. Destroys a response that has begun.
 *
 * @param headers those that describe the engine
 */
export function sendError(response: ServerResponse, error: unknown, headers: Headers = {}): void {
  const { status = statusOf(error), message = 'the engine does not respond' } = error as Partial<HttpError>;
  if (response.headersSent || response.destroyed) response.destroy();
  else sendJson(response, status, headers, { message });
}

function statusOf(error: unknown): number {
  return error instanceof WireError ? 400 : 502;
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
