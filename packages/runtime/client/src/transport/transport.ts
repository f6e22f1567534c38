/** HTTP over one address: requests whose answers are whole texts, streams, or connections of their own. */
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { connectionError, type Target } from '../connect/index.js';
import { ConnectionError, LadingClientError } from '../error/index.js';
import { openWebSocket, type WebSocketAnswer } from '../stream/index.js';
import { Connection } from './connection.js';
import { ConnectionPool, type Lease } from './connection-pool.js';
import { protocolError } from './protocol-error.js';
import { UpgradeHandler } from './upgrade-handler.js';
import { WholeHandler } from './whole-handler.js';

export type TransportBody = string | Uint8Array | Readable;

export interface TransportRequest {
  readonly method: Dispatcher.HttpMethod;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: TransportBody;
  readonly signal?: AbortSignal;
}

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

export interface UpgradeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** After 101. */
  readonly socket?: Duplex;
  /** When the engine answered without changing the protocol. */
  readonly body?: Readable;
}

export interface TransportOptions {
  /** Most connections at a time, besides those of streams; unlimited when absent. */
  readonly connections?: number;
  /** Milliseconds until a connection must stand. */
  readonly connectTimeout: number;
  /** Longest text of a whole answer, in bytes. */
  readonly maxAnswer: number;
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

  /** The whole answer as text. */
  whole(request: TransportRequest): Promise<WholeAnswer> {
    return new Promise<WholeAnswer>((resolve, reject) => {
      const { signal } = request;
      if (signal?.aborted === true) return reject(signal.reason);
      let held: Lease | undefined;
      const failed = (error: unknown) => {
        signal?.removeEventListener('abort', abort);
        held?.drop();
        reject(this.#told(error, request));
      };
      const abort = () => {
        leave();
        failed(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const leave = this.#pool.take((lease) => {
        held = lease;
        const answered = (answer: WholeAnswer) => {
          signal?.removeEventListener('abort', abort);
          held = undefined;
          lease.release();
          resolve(answer);
        };
        const handler = new WholeHandler(answered, failed, this.options.maxAnswer);
        lease.connection.client.dispatch(dispatched(request), handler);
      }, failed);
    });
  }

  /** The head of the answer, and its body as it comes. */
  async stream(request: TransportRequest): Promise<StreamAnswer> {
    request.signal?.throwIfAborted();
    const { connection, settled } = this.#own(request);
    try {
      const { statusCode, headers, body } = await connection.client.request(dispatched(request));
      settled();
      return { status: statusCode, headers: plain(headers), body: this.#held(body, connection, request.signal) };
    } catch (error) {
      settled();
      this.#leave(connection);
      throw this.#told(error, request);
    }
  }

  /** The connection itself, once the engine has changed its protocol. */
  upgrade(request: TransportRequest, protocol: string): Promise<UpgradeAnswer> {
    return new Promise<UpgradeAnswer>((resolve, reject) => {
      const { signal } = request;
      if (signal?.aborted === true) return reject(signal.reason);
      const { connection, settled } = this.#own(request);
      const answered = (answer: UpgradeAnswer) => {
        settled();
        const stream = answer.socket ?? answer.body;
        if (stream) this.#held(stream, connection, signal);
        resolve(answer);
      };
      const failed = (error: unknown) => {
        settled();
        this.#leave(connection);
        reject(this.#told(error, request));
      };
      const handler = new UpgradeHandler(answered, failed);
      connection.client.dispatch({ ...dispatched(request), upgrade: protocol }, handler);
    });
  }

  /** Messages in both directions, on a connection of their own. */
  async websocket(request: TransportRequest): Promise<WebSocketAnswer> {
    const { path, headers, signal } = request;
    const { target, options } = this;
    if (this.#pool.closed) throw closed(target);
    const settings = { target, timeout: options.connectTimeout, path, headers, ...(signal && { signal }) };
    const answer = await openWebSocket(settings);
    if ('socket' in answer) this.#held(answer.socket);
    return answer;
  }

  /** Ends all that runs, streams included. */
  async close(): Promise<void> {
    const reason = closed(this.target);
    for (const stream of this.#streams) stream.destroy(reason);
    await Promise.all([this.#pool.close(reason), ...[...this.#connections].map((one) => one.end(reason))]);
  }

  // A stream has a connection for itself, and closes it where it is left early; an abort ends it also while it opens.
  #own({ signal }: TransportRequest): { readonly connection: Connection; readonly settled: () => void } {
    if (this.#pool.closed) throw closed(this.target);
    const connection = new Connection(this.target, this.options.connectTimeout);
    this.#connections.add(connection);
    const abort = () => void connection.end(reasonOf(signal));
    signal?.addEventListener('abort', abort, { once: true });
    return { connection, settled: () => signal?.removeEventListener('abort', abort) };
  }

  #leave(connection: Connection): void {
    this.#connections.delete(connection);
    void connection.end();
  }

  #held<S extends Readable | Duplex>(stream: S, connection?: Connection, signal?: AbortSignal): S {
    this.#streams.add(stream);
    const abort = () => stream.destroy(reasonOf(signal));
    signal?.addEventListener('abort', abort, { once: true });
    stream.once('close', () => {
      signal?.removeEventListener('abort', abort);
      this.#streams.delete(stream);
      if (connection) this.#leave(connection);
    });
    return stream;
  }

  #told(error: unknown, { signal, method, path }: TransportRequest): unknown {
    if (signal?.aborted === true) return signal.reason;
    if (error instanceof LadingClientError) return error;
    if (this.#pool.closed) return closed(this.target);
    return protocolError(error, method, path) ?? connectionError(error, this.target);
  }
}

/** Headers with one text each. */
export function plain(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    result[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return result;
}

function closed({ address }: Target): ConnectionError {
  return new ConnectionError('CLOSED', `The connection to ${address} was closed by \`close()\`.`, address);
}

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal?.reason });
}

function dispatched({ method, path, headers, body }: TransportRequest): Dispatcher.DispatchOptions {
  return { method, path, headers, body: body ?? null };
}
