/** Sends HTTP requests to one address; responses are read as text, streams or upgraded connections. */
import type { Duplex, Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { connectionError, type Target } from '../connect/index.js';
import { destroyOnAbort, onAbort } from '../connect/on-abort.js';
import { ConnectionError, ConnectionLost, LadingClientError } from '../error/index.js';
import { transferFailure } from '../stream/failure.js';
import { openWebSocket, type WebSocketResponse } from '../stream/index.js';
import { Connection } from './connection.js';
import { ConnectionPool, type Lease } from './connection-pool.js';
import { RequestBody } from './request-body.js';
import { StreamHandler } from './stream-handler.js';
import type { StreamResponse, TransportRequest, UpgradeResponse } from './transport-messages.js';
import { WholeHandler, type WholeResponse } from './whole-handler.js';

interface TransportOptions {
  /** The maximum number of concurrent connections, not counting streams; by default unlimited. */
  readonly connections?: number | undefined;
  /** The time limit for opening a connection, in milliseconds. */
  readonly connectTimeout: number;
  /** The maximum length of a response that is read as text, in bytes. */
  readonly maxResponse: number;
}

export class Transport {
  readonly #pool: ConnectionPool;
  readonly #streams = new Set<Readable | Duplex>();
  readonly #connections = new Set<Connection>();

  constructor(
    readonly target: Target,
    readonly options: TransportOptions,
  ) {
    this.#pool = new ConnectionPool(() => new Connection(target, options.connectTimeout), options.connections);
  }

  /** Sends a request, and returns the complete response as text. */
  whole(request: TransportRequest): Promise<WholeResponse> {
    return new Promise<WholeResponse>((resolve, reject) => {
      const { signal } = request;
      const body = streamedBody(request);
      let held: Lease | undefined;
      let leave = (): void => undefined;
      let ignoreAbort = leave;
      let settled = false;
      const settle = (): void => {
        settled = true;
        ignoreAbort();
        body?.release();
      };
      const failed = (error: unknown): void => {
        if (settled) return;
        const { connection } = held ?? {};
        const callError = this.#errorFor(error, request, connection?.isSent);
        const isAgain = connection?.isReused === true && isRepeatable(callError, request);
        if (!isAgain) settle();
        leave();
        held?.drop();
        held = undefined;
        if (isAgain) send();
        else reject(callError);
      };
      const responded = (response: WholeResponse): void => {
        if (settled) return;
        settle();
        held?.release();
        resolve(response);
      };
      const abort = (): void => failed(signal?.reason);
      if (signal?.aborted === true) return abort();
      if (body?.failure !== undefined) return failed(body.failure.error);
      ignoreAbort = onAbort(signal, abort);
      body?.onFailure(failed);
      const send = (): void => {
        leave = this.#pool.take((lease) => {
          held = lease;
          const handler = new WholeHandler(responded, failed, this.options.maxResponse);
          lease.connection.dispatch(dispatched(request), handler, isSafe(request));
        }, failed);
      };
      send();
    });
  }

  /** Sends a request, and returns the head of the response with its body as a stream. */
  async stream(request: TransportRequest): Promise<StreamResponse> {
    return (await this.#streamed(request)) as StreamResponse;
  }

  /** Sends an upgrade request, and returns the upgraded connection. */
  upgrade(request: TransportRequest, protocol: string): Promise<UpgradeResponse> {
    return this.#streamed(request, protocol);
  }

  /** Opens a websocket on a separate connection. */
  async websocket(request: TransportRequest): Promise<WebSocketResponse> {
    const { path, headers, signal } = request;
    const { target, options } = this;
    if (this.#pool.closed) throw closed(target);
    const settings = { target, timeout: options.connectTimeout, path, headers, signal };
    const response = await openWebSocket(settings);
    if ('socket' in response) this.#held(response.socket);
    return response;
  }

  /** Ends all requests and streams. */
  async close(): Promise<void> {
    const reason = closed(this.target);
    for (const stream of this.#streams) stream.destroy(reason);
    await Promise.all([this.#pool.close(reason), ...[...this.#connections].map((one) => one.end(reason))]);
  }

  // A stream has a separate connection, which it closes when it is left early or aborted, even while it opens.
  #streamed(request: TransportRequest, protocol?: string): Promise<UpgradeResponse> {
    return new Promise<UpgradeResponse>((resolve, reject) => {
      const { signal } = request;
      const body = streamedBody(request);
      let connection: Connection | undefined = undefined;
      let stream: Readable | Duplex | undefined;
      let settled = false;
      let ignoreAbort = (): void => undefined;
      const settle = (): void => {
        settled = true;
        ignoreAbort();
      };
      const failed = (error: unknown): void => {
        // There is a response already: its reader gets the error.
        if (settled) return void stream?.destroy(error as Error);
        const callError = this.#errorFor(error, request, connection?.isSent);
        settle();
        body?.release();
        if (connection) this.#leave(connection);
        reject(callError);
      };
      const ended = (): void => body?.release();
      const opened = (response: UpgradeResponse): void => {
        if (settled) return;
        settle();
        stream = response.socket ?? response.body;
        if (stream) this.#held(stream, connection, signal).once('close', ended);
        resolve(response);
      };
      const abort = (): void => failed(signal?.reason);
      if (signal?.aborted === true) return abort();
      if (body?.failure !== undefined) return failed(body.failure.error);
      if (this.#pool.closed) return failed(closed(this.target));
      connection = new Connection(this.target, this.options.connectTimeout);
      this.#connections.add(connection);
      ignoreAbort = onAbort(signal, abort);
      body?.onFailure(failed);
      const upgrade = protocol === undefined ? {} : { upgrade: protocol };
      const handler = new StreamHandler({ opened, ended, failed });
      connection.dispatch({ ...dispatched(request), ...upgrade }, handler);
    });
  }

  #leave(connection: Connection): void {
    this.#connections.delete(connection);
    void connection.end();
  }

  #held<S extends Readable | Duplex>(stream: S, connection?: Connection, signal?: AbortSignal): S {
    this.#streams.add(stream);
    destroyOnAbort(stream, signal);
    stream.once('close', () => {
      this.#streams.delete(stream);
      if (connection) this.#leave(connection);
    });
    return stream;
  }

  #errorFor(error: unknown, request: TransportRequest, isSent = true): unknown {
    const { signal, method, path } = request;
    if (signal?.aborted === true) return signal.reason;
    const inputFailure = streamedBody(request)?.failure;
    if (inputFailure !== undefined) return inputFailure.error;
    if (error instanceof LadingClientError) return error;
    if (this.#pool.closed) return closed(this.target);
    const { status } = (error ?? {}) as { readonly status?: number };
    const { address } = this.target;
    const call = {
      method,
      path: path.split('?')[0] ?? '',
      address,
      response: status === undefined ? status : { status },
      isSent,
    };
    const failure = transferFailure(error, call);
    return failure === error ? connectionError(error, this.target) : failure;
  }
}

function streamedBody({ body }: TransportRequest): RequestBody | undefined {
  return body instanceof RequestBody ? body : undefined;
}

/** Whether a request may be sent on another connection: it only reads, or nothing of it was sent, and its body is still there. */
function isRepeatable(error: unknown, request: TransportRequest): boolean {
  const isUnanswered = error instanceof ConnectionLost && error.status === undefined;
  return isUnanswered && error.retryable && streamedBody(request) === undefined;
}

function isSafe({ method }: TransportRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function closed({ address }: Target): ConnectionError {
  return new ConnectionError('CLOSED', `The connection to ${address} was closed by \`close()\`.`, address);
}

function dispatched({ method, path, headers, body }: TransportRequest): Dispatcher.DispatchOptions {
  const content = body instanceof RequestBody ? body.stream : body;
  return { method, path, headers: headers as Record<string, string | string[]>, body: content ?? null };
}
