/** HTTP over one address: requests whose answers are whole texts, streams, or connections of their own. */
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import { Client, Pool, type Dispatcher } from 'undici';
import { connectionError, type Target } from '../connect/index.js';
import { ConnectionError, LadingClientError } from '../error/index.js';
import { openWebSocket, type WebSocketAnswer } from '../stream/index.js';
import { connectorFor } from './connector.js';
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
  readonly #pool: Pool;
  readonly #streams = new Set<Readable | Duplex>();
  readonly #clients = new Set<Client>();

  constructor(
    readonly target: Target,
    readonly options: TransportOptions,
  ) {
    this.#pool = new Pool(originOf(target), {
      ...settingsFor(target, options),
      connections: options.connections ?? null,
    });
  }

  /** The whole answer as text. */
  whole(request: TransportRequest): Promise<WholeAnswer> {
    return new Promise<WholeAnswer>((resolve, reject) => {
      const { signal } = request;
      if (signal?.aborted === true) return reject(signal.reason);
      const handler = new WholeHandler(
        resolve,
        (error) => reject(this.#told(error, request)),
        this.options.maxAnswer,
        signal,
      );
      this.#pool.dispatch(dispatched(request), handler);
    });
  }

  /** The head of the answer, and its body as it comes. */
  async stream(request: TransportRequest): Promise<StreamAnswer> {
    request.signal?.throwIfAborted();
    const client = this.#own();
    try {
      const { statusCode, headers, body } = await client.request({
        ...dispatched(request),
        signal: request.signal ?? null,
      });
      return { status: statusCode, headers: plain(headers), body: this.#held(body, client) };
    } catch (error) {
      this.#leave(client);
      throw this.#told(error, request);
    }
  }

  /** The connection itself, once the engine has changed its protocol. */
  upgrade(request: TransportRequest, protocol: string): Promise<UpgradeAnswer> {
    return new Promise<UpgradeAnswer>((resolve, reject) => {
      const { signal } = request;
      if (signal?.aborted === true) return reject(signal.reason);
      const client = this.#own();
      const answered = (answer: UpgradeAnswer) => {
        const stream = answer.socket ?? answer.body;
        if (stream) this.#held(stream, client, signal);
        resolve(answer);
      };
      const failed = (error: unknown) => {
        this.#leave(client);
        reject(this.#told(error, request));
      };
      client.dispatch({ ...dispatched(request), upgrade: protocol }, new UpgradeHandler(answered, failed, signal));
    });
  }

  /** Messages in both directions, on a connection of their own. */
  async websocket(request: TransportRequest): Promise<WebSocketAnswer> {
    const { path, headers, signal } = request;
    const { target, options } = this;
    if (this.#pool.destroyed) throw closed(target);
    const settings = { target, timeout: options.connectTimeout, path, headers, ...(signal && { signal }) };
    const answer = await openWebSocket(settings);
    if ('socket' in answer) this.#held(answer.socket);
    return answer;
  }

  /** Ends all that runs, streams included. */
  async close(): Promise<void> {
    const reason = closed(this.target);
    for (const stream of this.#streams) stream.destroy(reason);
    await Promise.all([this.#pool, ...this.#clients].map((client) => client.destroy(reason)));
  }

  // A stream has a client for itself: the pool would open a new connection where one was left early, and keep it.
  #own(): Client {
    if (this.#pool.destroyed) throw closed(this.target);
    const client = new Client(originOf(this.target), settingsFor(this.target, this.options));
    this.#clients.add(client);
    return client;
  }

  #leave(client: Client): void {
    this.#clients.delete(client);
    void client.destroy();
  }

  #held<S extends Readable | Duplex>(stream: S, client?: Client, signal?: AbortSignal): S {
    this.#streams.add(stream);
    const abort = () => stream.destroy(reasonOf(signal));
    signal?.addEventListener('abort', abort, { once: true });
    stream.once('close', () => {
      signal?.removeEventListener('abort', abort);
      this.#streams.delete(stream);
      if (client) this.#leave(client);
    });
    return stream;
  }

  #told(error: unknown, { signal, method, path }: TransportRequest): unknown {
    if (signal?.aborted === true) return signal.reason;
    if (error instanceof LadingClientError) return error;
    if (this.#pool.destroyed) return closed(this.target);
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

function originOf({ tls, host = 'localhost' }: Target): string {
  return tls === undefined ? 'http://localhost' : `https://${host}`;
}

// Engines may take their time: a stop waits for the process, events for something to happen.
function settingsFor(target: Target, { connectTimeout }: TransportOptions) {
  return { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect: connectorFor(target, connectTimeout) };
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
