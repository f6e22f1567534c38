/** Converts sources of bytes to Node streams that can be destroyed at any time. */
import { Readable } from 'node:stream';
import { InputError } from '../error/index.js';

/** Bytes from a caller: whole, or as a stream of any kind. */
export type ByteSource =
  | Readable
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | ReadableStream<Uint8Array>
  | Blob
  | ArrayBuffer
  | Uint8Array;

interface Puller {
  readonly next: () => PromiseLike<IteratorResult<unknown>> | IteratorResult<unknown>;
  readonly cancel: (reason: Error | null) => unknown;
}

/**
 * Returns the source as a Node stream; a Node stream is returned unchanged. Nothing is read before the stream is read.
 * Errors of the source are passed on unchanged.
 *
 * @returns undefined for a value that is not a source of bytes
 * @throws InputError `BODY_CONSUMED` for a web stream that is already being read
 */
export function readableFrom(source: unknown): Readable | undefined {
  if (source instanceof Readable) return source;
  if (source instanceof Uint8Array) return new PulledStream(pullerOf([source]));
  if (source instanceof ArrayBuffer) return new PulledStream(pullerOf([new Uint8Array(source)]));
  if (source instanceof Blob) return new PulledStream(webPuller(source.stream()));
  if (source instanceof ReadableStream) return new PulledStream(webPuller(source));
  if (typeof source !== 'object' || source === null) return undefined;
  if (Symbol.asyncIterator in source || Symbol.iterator in source) {
    return new PulledStream(pullerOf(source as AsyncIterable<unknown>));
  }
  return undefined;
}

/** Like `Readable.from`, which however cannot be destroyed while its source is pending. */
class PulledStream extends Readable {
  readonly #puller: Puller;
  #pulling = false;

  constructor(puller: Puller) {
    super({ highWaterMark: 65_536 });
    this.#puller = puller;
  }

  override _read(): void {
    if (!this.#pulling) void this.#pull();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // A source that was read to its end has nothing to cancel.
    if (!this.readableEnded) void this.#cancel(error);
    done(error);
  }

  async #pull(): Promise<void> {
    this.#pulling = true;
    try {
      while (!this.destroyed) {
        const { done, value } = await this.#puller.next();
        if (this.destroyed) return;
        if (done === true) this.push(null);
        else if (!(value instanceof Uint8Array) && typeof value !== 'string') throw notBytes(value);
        else if (this.push(value)) continue;
        return;
      }
    } catch (error) {
      this.destroy((error ?? new InputError('BODY_FAILED', 'The source of bytes failed without a reason.')) as Error);
    } finally {
      this.#pulling = false;
    }
  }

  async #cancel(reason: Error | null): Promise<void> {
    try {
      await this.#puller.cancel(reason);
    } catch {
      // Errors of an abandoned source are ignored; they must not end the process.
    }
  }
}

function pullerOf(iterable: AsyncIterable<unknown> | Iterable<unknown>): Puller {
  let iterator: AsyncIterator<unknown> | Iterator<unknown> | undefined;
  return {
    next: () =>
      (iterator ??=
        Symbol.asyncIterator in iterable ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]()).next(),
    cancel: () => iterator?.return?.(),
  };
}

function webPuller(stream: ReadableStream<unknown>): Puller {
  if (stream.locked) throw new InputError('BODY_CONSUMED', 'The web stream is being read already.');
  const reader = stream.getReader();
  // `read` reports a failure, too; this promise would be an unhandled rejection.
  reader.closed.catch(() => undefined);
  return { next: () => reader.read() as Promise<IteratorResult<unknown>>, cancel: (reason) => reader.cancel(reason) };
}

function notBytes(value: unknown): InputError {
  const type = value === null ? 'null' : typeof value;
  return new InputError('BODY_INVALID', `A source of bytes gave ${type} instead of a Uint8Array or a string.`);
}
