/** Sends a request on a connection of its own. */
import { request as requestTo, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { finished, type Duplex, type Readable } from 'node:stream';
import { forwardedHeaders, type Headers } from '../message/headers.js';
import { HttpError } from '../message/http-error.js';
import { badGateway, type EngineRequest, type EngineResponse } from './engine-message.js';

/**
 * How long to wait for the engine to ask for a body, in milliseconds. A longer time helps no one: the body is sent then, and the
 * response counts unless the engine has closed the connection.
 */
const continueTimeout = 250;

/** The length up to which a body is not announced, in bytes: engines read as much before they close a connection. */
const maxUnannounced = 64 * 1024;

export interface SingleConnection {
  readonly open: () => Promise<Socket>;
  /** The path with the base path of the engine. */
  readonly path: string;
  /** Whether the engine asks for bodies that are announced. */
  readonly asksForBodies: boolean;
  /** Called if the engine neither asks for an announced body nor responds. */
  readonly onSilence: () => void;
}

/**
 * Sends a request on a connection of its own. A long body is sent when the engine asks for it: an engine that rejects a request
 * without reading its body closes the connection, and its response would otherwise be lost because of the failed write.
 *
 * @throws HttpError 502 without a response
 */
export function singleRequest(
  { open, path, asksForBodies, onSilence }: SingleConnection,
  { method, headers, body, upgrade, signal, onInformation }: EngineRequest,
): Promise<EngineResponse> {
  return new Promise((resolve, reject) => {
    const waits = asksForBodies && upgrade === undefined && isLong(body, headers);
    const call = requestTo({
      method,
      path,
      headers: {
        host: 'engine',
        ...(headers as Record<string, string | string[]>),
        ...(waits && { expect: '100-continue' }),
        ...(upgrade !== undefined && { connection: 'Upgrade', upgrade }),
        ...(typeof body === 'string' && { 'content-length': Buffer.byteLength(body) }),
      },
      createConnection: (_options, done) =>
        void open().then((socket) => done(null, socket), done as (error: Error) => void),
    });
    let isAnswered = false;
    const stop = (): void => void call.destroy();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    call.on('error', (error) => reject(error instanceof HttpError ? error : badGateway(error)));
    call.on('close', () => {
      signal.removeEventListener('abort', stop);
      if (!isAnswered) reject(badGateway(undefined));
    });
    if (onInformation !== undefined)
      call.on('information', ({ statusCode, rawHeaders }) => {
        if (statusCode !== 100) onInformation(statusCode, forwardedHeaders(rawHeaders));
      });
    call.on('response', (response) => {
      // A 101 that does not name the protocol.
      if (response.statusCode === 101) return stop();
      isAnswered = true;
      const { statusCode: status = 502 } = response;
      const head = { status, headers: forwardedHeaders(response.rawHeaders) };
      resolve({ ...head, body: response, trailers: () => response.trailers as Headers });
    });
    call.on('upgrade', (response, socket: Duplex, head) => {
      isAnswered = true;
      // The request is closed now, and the connection remains.
      const end = (): void => void socket.destroy();
      signal.addEventListener('abort', end, { once: true });
      socket.once('close', () => signal.removeEventListener('abort', end)).unshift(head);
      const { upgrade: protocol = 'tcp' } = response.headers;
      const own = { ...forwardedHeaders(response.rawHeaders), connection: 'Upgrade', upgrade: protocol };
      resolve({ status: 101, headers: own, body: socket });
    });
    if (body === undefined) call.end();
    else if (waits) sendWhenWanted(body, call, onSilence);
    else send(body, call);
  });
}

function isLong(body: Readable | string | undefined, headers: Headers): boolean {
  if (body === undefined) return false;
  if (typeof body === 'string') return body.length > maxUnannounced;
  return !(Number(headers['content-length']) <= maxUnannounced);
}

function sendWhenWanted(body: Readable | string, call: ClientRequest, onSilence: () => void): void {
  const timer = setTimeout(() => {
    onSilence();
    begin();
  }, continueTimeout);
  call.once('continue', begin).once('response', stop).once('close', stop);
  call.flushHeaders();

  function begin(): void {
    clearTimeout(timer);
    call.off('continue', begin).off('response', stop).off('close', stop);
    send(body, call);
  }

  function stop(): void {
    clearTimeout(timer);
    call.off('continue', begin);
    if (typeof body !== 'string') body.resume();
  }
}

/** Sends a body. One that the client aborts must not look complete to the engine. */
function send(body: Readable | string, call: ClientRequest): void {
  if (typeof body === 'string') return void call.end(body);
  finished(body, { writable: false }, (error) => {
    if (error) call.destroy(error instanceof HttpError ? error : undefined);
  });
  // After its response the engine may stop reading: the rest of the body is discarded.
  call.on('error', () => body.unpipe(call).resume());
  body.pipe(call);
}
