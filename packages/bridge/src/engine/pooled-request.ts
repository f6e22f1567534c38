/** Sends a request without a body on a connection that is used again. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { withoutHopByHop } from '../message/headers.js';
import type { EngineRequest, EngineResponse, OnInformation } from './engine-message.js';

type Controller = Dispatcher.DispatchController;
type ReceivedHeaders = Parameters<typeof withoutHopByHop>[0];

/**
 * @param path with the base path of the engine
 * @throws what undici reports: the connection failed, or the signal was aborted
 */
export function pooledRequest(
  pool: Dispatcher,
  path: string,
  { method, headers, signal, onInformation }: EngineRequest,
): Promise<EngineResponse> {
  return new Promise((resolve, reject) => {
    const handler = new ResponseHandler(resolve, reject, signal, onInformation);
    const sent = { host: 'engine', ...(headers as Record<string, string | string[]>) };
    pool.dispatch({ method: method as 'GET', path, headers: sent }, handler);
  });
}

/** Most responses arrive whole, in one piece with the head: only for others there is a stream. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  #controller: Controller | undefined;
  #head: Pick<EngineResponse, 'status' | 'headers'> | undefined;
  /** What arrived before the stream was created. */
  #pieces: Buffer[] = [];
  #stream: Readable | undefined;
  #trailers: ReceivedHeaders = {};
  #isComplete = false;

  constructor(
    private readonly resolve: (response: EngineResponse) => void,
    private readonly reject: (error: unknown) => void,
    private readonly signal: AbortSignal,
    private readonly onInformation: OnInformation | undefined,
  ) {}

  readonly #abort = (): void => {
    const reason = this.signal.reason as Error;
    this.#controller?.abort(reason);
    this.#stream?.destroy();
  };

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.signal.aborted) controller.abort(this.signal.reason as Error);
    else this.signal.addEventListener('abort', this.#abort);
  }

  onResponseStart(_controller: Controller, status: number, received: ReceivedHeaders): void {
    const headers = withoutHopByHop(received);
    if (status < 200) return this.onInformation?.(status, headers);
    this.#head = { status, headers };
    // Runs when what arrived with the head has been read.
    queueMicrotask(() => this.#respond());
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#stream === undefined) this.#pieces.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(_controller: Controller, trailers: ReceivedHeaders): void {
    this.#isComplete = true;
    this.#trailers = trailers;
    this.signal.removeEventListener('abort', this.#abort);
    this.#stream?.push(null);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.signal.removeEventListener('abort', this.#abort);
    // Before the microtask of the head the promise is still pending.
    this.reject(error);
    this.#stream?.destroy(error);
  }

  #respond(): void {
    const { status = 502, headers = {} } = this.#head ?? {};
    const trailers = () => withoutHopByHop(this.#trailers);
    const [first, ...more] = this.#pieces;
    if (this.#isComplete) {
      const body = first === undefined ? nothing : more.length === 0 ? first : Buffer.concat(this.#pieces);
      return this.resolve({ status, headers, body, trailers });
    }
    const controller = this.#controller;
    const stream = new Readable({
      read: () => controller?.resume(),
      destroy: (error, done) => {
        if (!this.#isComplete) controller?.abort(error ?? new Error('the response is not read'));
        done(error);
      },
    });
    // The consumer learns of errors from its own listener, or is gone.
    stream.on('error', () => undefined);
    for (const piece of this.#pieces) stream.push(piece);
    this.#pieces = [];
    this.#stream = stream;
    this.resolve({ status, headers, body: stream, trailers });
  }
}

const nothing = Buffer.alloc(0);
