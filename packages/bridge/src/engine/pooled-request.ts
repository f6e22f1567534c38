/** Sends a request without a body on a connection that is used again. */
import { Readable } from 'node:stream';
import { forwardedHeaders, pairsOf, type Headers } from '../message/headers.js';
import type { KeptConnections } from './kept-connections.js';
import type { KeptConnection } from './kept-connection.js';
import type { EngineRequest, EngineResponse, OnInformation } from './engine-message.js';
import { requestHead } from './request-head.js';
import type { ResponseHandler } from './response-handler.js';

/**
 * @param path with the base path of the engine
 * @throws the error of the connection, the reason of the signal, HttpError 502 for a response that is not HTTP, and TypeError for a
 *   request that is not
 */
export function pooledRequest(
  pool: KeptConnections,
  path: string,
  { method, headers, signal, onInformation }: EngineRequest,
): Promise<EngineResponse> {
  return new Promise((resolve, reject) => {
    // There is no body.
    const { 'content-length': _length, ...others } = headers;
    const head = requestHead(method, path, pairsOf(others));
    signal.throwIfAborted();
    const handler = new PooledRequest(resolve, reject, signal, onInformation);
    handler.connection = pool.send(head, method === 'HEAD', handler);
  });
}

/** Most responses arrive whole, in one piece with the head: only for others there is a stream. */
class PooledRequest implements ResponseHandler {
  connection: KeptConnection | undefined;
  #head: Pick<EngineResponse, 'status' | 'headers'> = { status: 502, headers: {} };
  /** What arrived before the stream was created. */
  #pieces: Buffer[] = [];
  #stream: Readable | undefined;
  #trailers: readonly string[] = [];

  constructor(
    private readonly resolve: (response: EngineResponse) => void,
    private readonly reject: (error: unknown) => void,
    private readonly signal: AbortSignal,
    private readonly information: OnInformation | undefined,
  ) {
    signal.addEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => {
    this.connection?.abort(this, this.signal.reason as Error);
    this.#stream?.destroy();
  };

  onInformation(status: number, headers: readonly string[]): void {
    this.information?.(status, forwardedHeaders(headers));
  }

  onHead(status: number, headers: readonly string[]): void {
    this.#head = { status, headers: forwardedHeaders(headers) };
  }

  onWhole(body: Buffer): void {
    this.#pieces.push(Buffer.from(body));
  }

  onData(piece: Buffer): boolean {
    if (this.#stream !== undefined) return this.#stream.push(piece);
    this.#pieces.push(piece);
    return true;
  }

  onPart(): void {
    if (this.#stream !== undefined) return;
    const stream = new Readable({
      read: () => this.connection?.resume(this),
      destroy: (error, done) => {
        this.connection?.abort(this, error ?? new Error('the response is not read'));
        done(error);
      },
    });
    // The consumer learns of errors from its own listener, or is gone.
    stream.on('error', () => undefined);
    for (const piece of this.#pieces) stream.push(piece);
    this.#pieces = [];
    this.#stream = stream;
    this.#respond(stream);
  }

  onEnd(trailers: readonly string[]): void {
    this.#trailers = trailers;
    this.#end();
    if (this.#stream !== undefined) return void this.#stream.push(null);
    const [first, ...more] = this.#pieces;
    this.#respond(first === undefined ? nothing : more.length === 0 ? first : Buffer.concat(this.#pieces));
  }

  onError(error: Error): void {
    this.#end();
    // Without effect after the head.
    this.reject(error);
    this.#stream?.destroy(error);
  }

  #respond(body: Buffer | Readable): void {
    const trailers = (): Headers => forwardedHeaders(this.#trailers);
    this.resolve({ ...this.#head, body, trailers });
  }

  #end(): void {
    this.signal.removeEventListener('abort', this.#abort);
  }
}

const nothing = Buffer.alloc(0);
