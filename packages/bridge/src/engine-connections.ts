/** Sends requests to the engine, each on a separate connection that ends with the client's. */
import { request as requestTo, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { finished, type Duplex, type Readable } from 'node:stream';
import type { Address } from './address.js';
import { forwardedHeaders, type Headers } from './headers.js';
import { HttpError } from './send.js';

/** How long to wait for the engine to ask for a body, in milliseconds; some servers never do. */
const continueTimeout = 1000;

interface EngineRequest {
  readonly method: string;
  /** The path with the version, and the query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body?: Readable | string | undefined;
  /** The protocol that the client asks for. */
  readonly upgrade?: string | undefined;
  readonly signal: AbortSignal;
}

export interface EngineResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body, or the connection after a 101. */
  readonly body: IncomingMessage | Duplex;
}

/** The headers that engines add to each response, refusals included. */
const engineHeaders = ['docker-experimental', 'ostype', 'server'];

export class EngineConnections {
  readonly #address: Address;
  #seen: Headers = {};

  constructor(address: Address) {
    this.#address = address;
  }

  /** The headers of the engine's last response that describe the engine; none before its first response. */
  get headers(): Headers {
    return this.#seen;
  }

  /**
   * Sends a request.
   *
   * @throws HttpError 502 if the engine cannot be reached, or closes the connection before the response head
   */
  request({ method, url, headers, body, upgrade, signal }: EngineRequest): Promise<EngineResponse> {
    return new Promise((resolve, reject) => {
      const call = requestTo({
        method,
        path: url,
        headers: {
          host: 'engine',
          ...(headers as Record<string, string | string[]>),
          ...(body !== undefined && upgrade === undefined && { expect: '100-continue' }),
          ...(upgrade !== undefined && { connection: 'Upgrade', upgrade }),
          ...(typeof body === 'string' && { 'content-length': Buffer.byteLength(body) }),
        },
        // One half of an upgraded connection may end before the other.
        createConnection: () => connect({ ...this.#address, allowHalfOpen: true }),
      });
      let connection: Duplex | undefined;
      const stop = (): void => {
        call.destroy();
        connection?.destroy();
      };
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      call.on('error', (error: NodeJS.ErrnoException) => {
        reject(new HttpError(502, `the engine does not respond: ${error.code ?? error.message}`));
      });
      call.on('close', () => reject(new HttpError(502, 'the engine broke the connection off')));
      call.on('response', (response) => {
        // A 101 that does not name the protocol.
        if (response.statusCode === 101) return stop();
        const received = headersOf(response);
        this.#seen = Object.fromEntries(Object.entries(received).filter(([name]) => engineHeaders.includes(name)));
        resolve({ status: response.statusCode ?? 502, headers: received, body: response });
      });
      call.on('upgrade', (response, socket: Duplex, head) => {
        connection = socket;
        socket.unshift(head);
        const { upgrade: protocol = 'tcp' } = response.headers;
        const own = { ...headersOf(response), connection: 'Upgrade', upgrade: protocol };
        resolve({ status: 101, headers: own, body: socket });
      });
      if (body === undefined) call.end();
      else if (upgrade === undefined) sendWhenWanted(body, call);
      else send(body, call);
    });
  }
}

/**
 * Sends the body when the engine asks for it. An engine that rejects a request without reading its body closes the
 * connection, and its response would otherwise be lost because of the failed write.
 */
function sendWhenWanted(body: Readable | string, call: ClientRequest): void {
  const timer = setTimeout(begin, continueTimeout);
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
    if (error) call.destroy();
  });
  // After its response the engine may stop reading: the rest of the body is discarded.
  call.on('error', () => body.unpipe(call).resume());
  body.pipe(call);
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  return forwardedHeaders(headersDistinct);
}
