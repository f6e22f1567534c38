/** Sends requests to the engine. Each ends with the connection of its client. */
import { request as requestTo, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished, type Duplex, type Readable } from 'node:stream';
import { openSocket, type Target } from '@lading/runtime-client';
import { Pool } from 'undici';
import { forwardedHeaders, withoutHopByHop, type Headers } from '../message/headers.js';
import { HttpError } from '../message/http-error.js';

/** How long to wait for the engine to ask for a body, in milliseconds. Some servers never do: they are not waited for again. */
const continueTimeout = 1000;
/** How long to wait for a connection, in milliseconds. */
const connectTimeout = 10_000;

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
  readonly body: Readable | Duplex;
  /** What followed the body, when it has ended. */
  readonly trailers?: () => Headers;
}

/** The headers that engines add to each response, refusals included. */
const engineHeaders = ['docker-experimental', 'ostype', 'server'];

export class EngineConnections {
  /** Connections that are used again. */
  readonly #pool: Pool;
  #seen: Headers = {};
  #asksForBodies = true;

  constructor(private readonly target: Target) {
    this.#pool = new Pool('http://engine', {
      connect: (_options, done) =>
        void open(target).then(
          (socket) => done(null, socket),
          (error: Error) => done(error, null),
        ),
      // The engine may take any time.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      // After an aborted request undici opens a connection for the next one, which may never come.
      keepAliveTimeout: 1000,
      keepAliveMaxTimeout: 1000,
    });
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
  async request(request: EngineRequest): Promise<EngineResponse> {
    const { method, body, upgrade, signal } = request;
    const changesNothing = (method === 'GET' || method === 'HEAD') && body === undefined && upgrade === undefined;
    const response = changesNothing ? await this.#sendAgain(request) : await this.#sendOnce(request);
    this.#seen = Object.fromEntries(engineHeaders.flatMap((name) => entryOf(response.headers, name)));
    if (signal.aborted) response.body.destroy();
    return response;
  }

  /** Sends a request that may be sent twice: the engine may close a connection while it is used again. */
  async #sendAgain(request: EngineRequest): Promise<EngineResponse> {
    try {
      return await this.#sendPooled(request);
    } catch (error) {
      const isClosed = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));
      try {
        if (isClosed && !request.signal.aborted) return await this.#sendPooled(request);
      } catch (second) {
        throw badGateway(second);
      }
      throw badGateway(error);
    }
  }

  async #sendPooled({ method, url, headers, signal }: EngineRequest): Promise<EngineResponse> {
    const path = `${this.target.basePath}${url}`;
    const sent = { host: 'engine', ...(headers as Record<string, string | string[]>) };
    const response = await this.#pool.request({ method: method as 'GET', path, headers: sent, signal });
    return {
      status: response.statusCode,
      headers: withoutHopByHop(response.headers),
      body: response.body,
      trailers: () => response.trailers,
    };
  }

  /**
   * Sends a request on a connection of its own. It sends the body when the engine asks for it: an engine that rejects a request
   * without reading its body closes the connection, and its response would otherwise be lost because of the failed write.
   */
  #sendOnce({ method, url, headers, body, upgrade, signal }: EngineRequest): Promise<EngineResponse> {
    return new Promise((resolve, reject) => {
      const waits = body !== undefined && upgrade === undefined && this.#asksForBodies;
      const call = requestTo({
        method,
        path: `${this.target.basePath}${url}`,
        headers: {
          host: 'engine',
          ...(headers as Record<string, string | string[]>),
          ...(waits && { expect: '100-continue' }),
          ...(upgrade !== undefined && { connection: 'Upgrade', upgrade }),
          ...(typeof body === 'string' && { 'content-length': Buffer.byteLength(body) }),
        },
        createConnection: (_options, done) =>
          void open(this.target).then((socket) => done(null, socket), done as (error: Error) => void),
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
      call.on('response', (response) => {
        // A 101 that does not name the protocol.
        if (response.statusCode === 101) return stop();
        isAnswered = true;
        const { statusCode: status = 502 } = response;
        resolve({ status, headers: headersOf(response), body: response, trailers: () => response.trailers as Headers });
      });
      call.on('upgrade', (response, socket: Duplex, head) => {
        isAnswered = true;
        // The request is closed now, and the connection remains.
        const end = (): void => void socket.destroy();
        signal.addEventListener('abort', end, { once: true });
        socket.once('close', () => signal.removeEventListener('abort', end)).unshift(head);
        const { upgrade: protocol = 'tcp' } = response.headers;
        const own = { ...headersOf(response), connection: 'Upgrade', upgrade: protocol };
        resolve({ status: 101, headers: own, body: socket });
      });
      if (body === undefined) call.end();
      else if (waits) sendWhenWanted(body, call, () => void (this.#asksForBodies = false));
      else send(body, call);
    });
  }
}

function entryOf(headers: Headers, name: string): readonly (readonly [string, string | readonly string[]])[] {
  const value = headers[name];
  return value === undefined ? [] : [[name, value]];
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}

/** Returns the error for a request without a response; without a cause, the connection was closed. */
function badGateway(cause: unknown): HttpError {
  const code = codeOf(cause);
  if (cause === undefined || code === 'UND_ERR_SOCKET')
    return new HttpError(502, 'the engine broke the connection off');
  return new HttpError(502, `the engine does not respond: ${code === '' ? (cause as Error).message : code}`);
}

/** Opens a connection. Those by ssh have what is used of a socket. */
async function open(target: Target): Promise<Socket> {
  // One half of an upgraded connection may end before the other.
  return (await openSocket(target, { timeout: connectTimeout, allowHalfOpen: true })) as Socket;
}

/** @param onSilence called if the engine neither asks for the body nor responds */
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

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  return forwardedHeaders(rawHeaders);
}
