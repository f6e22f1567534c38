/** Sends requests to the engine. Each ends with the connection of its client. */
import { Agent, request as requestTo, type ClientRequest, type IncomingMessage } from 'node:http';
import { finished, type Duplex, type Readable } from 'node:stream';
import { openSocket, type Target } from '@lading/runtime-client';
import { forwardedHeaders, type Headers } from '../message/headers.js';
import { HttpError } from '../message/http-error.js';

/** How long to wait for the engine to ask for a body, in milliseconds; some servers never do. */
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
  readonly body: IncomingMessage | Duplex;
}

/** The headers that engines add to each response, refusals included. */
const engineHeaders = ['docker-experimental', 'ostype', 'server'];

export class EngineConnections {
  readonly #agent: Agent;
  #seen: Headers = {};

  constructor(private readonly target: Target) {
    this.#agent = new EngineAgent(target);
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
    // The engine may close a connection while it is used again: only what changes nothing is sent a second time.
    const isRepeatable = request.method === 'GET' && request.body === undefined && request.upgrade === undefined;
    try {
      return await this.#send(request, isRepeatable);
    } catch (error) {
      if (!(error instanceof ClosedConnectionError) || request.signal.aborted) throw error;
      return this.#send(request, false);
    }
  }

  #send({ method, url, headers, body, upgrade, signal }: EngineRequest, mayReuse: boolean): Promise<EngineResponse> {
    return new Promise((resolve, reject) => {
      const call = requestTo({
        method,
        path: `${this.target.basePath}${url}`,
        headers: {
          host: 'engine',
          ...(headers as Record<string, string | string[]>),
          ...(body !== undefined && upgrade === undefined && { expect: '100-continue' }),
          ...(upgrade !== undefined && { connection: 'Upgrade', upgrade }),
          ...(typeof body === 'string' && { 'content-length': Buffer.byteLength(body) }),
        },
        ...(mayReuse
          ? { agent: this.#agent }
          : { createConnection: (_options: unknown, done: Connected) => void connectTo(this.target, done) }),
      });
      const stop = (): void => void call.destroy();
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      call.on('error', (error: NodeJS.ErrnoException) => {
        if (error instanceof HttpError) return reject(error);
        const message = `the engine does not respond: ${error.code ?? error.message}`;
        reject(call.reusedSocket ? new ClosedConnectionError(502, message) : new HttpError(502, message));
      });
      call.on('close', () => {
        signal.removeEventListener('abort', stop);
        reject(new HttpError(502, 'the engine broke the connection off'));
      });
      call.on('response', (response) => {
        // A 101 that does not name the protocol.
        if (response.statusCode === 101) return stop();
        const received = headersOf(response);
        this.#seen = Object.fromEntries(Object.entries(received).filter(([name]) => engineHeaders.includes(name)));
        resolve({ status: response.statusCode ?? 502, headers: received, body: response });
      });
      call.on('upgrade', (response, socket: Duplex, head) => {
        // The request is closed now, and the connection remains.
        const end = (): void => void socket.destroy();
        signal.addEventListener('abort', end, { once: true });
        socket.once('close', () => signal.removeEventListener('abort', end)).unshift(head);
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

/** The engine closed a connection that was open from an earlier request. */
class ClosedConnectionError extends HttpError {}

type Connected = (error: Error | null, socket: Duplex) => void;

/** Keeps connections to the engine open between requests. */
class EngineAgent extends Agent {
  constructor(private readonly target: Target) {
    super({ keepAlive: true });
  }

  override createConnection(_options: unknown, done?: Connected): undefined {
    if (done !== undefined) void connectTo(this.target, done);
  }
}

async function connectTo(target: Target, done: Connected): Promise<void> {
  try {
    // One half of an upgraded connection may end before the other.
    done(null, await openSocket(target, { timeout: connectTimeout, allowHalfOpen: true }));
  } catch (error) {
    (done as (error: unknown) => void)(error);
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
    if (error) call.destroy(error instanceof HttpError ? error : undefined);
  });
  // After its response the engine may stop reading: the rest of the body is discarded.
  call.on('error', () => body.unpipe(call).resume());
  body.pipe(call);
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  return forwardedHeaders(headersDistinct);
}
