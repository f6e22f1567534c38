/** Converts every kind of source to an async iterable that can be ended early. */
import { Readable } from 'node:stream';
import type { FlowingBody, WholeBody } from '../host/host-message.js';
import type { ByteSource, OutputChunk } from './sources.js';
import { frame } from '@lading/runtime-wire';

export function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** Converts a source of bytes to a body. Whole bytes remain whole. */
export function bodyOf(source: ByteSource): WholeBody | FlowingBody {
  if (typeof source === 'string' || source instanceof Uint8Array) return source;
  return Symbol.asyncIterator in source ? (source as FlowingBody) : toAsyncIterable(source);
}

/** Converts a source of items to an async iterable. */
export function itemsOf<T>(source: Iterable<T> | AsyncIterable<T>): AsyncIterable<T> {
  return Symbol.asyncIterator in source ? source : toAsyncIterable(source);
}

/** Ends a source that will not be read. */
export function discard(body: unknown): void {
  if (body instanceof Readable) body.destroy();
  else if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) {
    const iterator = (body as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/**
 * Waits until the first item is available, so that the error of a source that fails immediately can still be sent as an
 * error status. Rejects with the source's error.
 */
export async function awaitFirst<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  if (source instanceof Readable) {
    await waitUntilReadable(source);
    return source;
  }
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  return resumeWith(first, iterator);
}

/**
 * Returns an iterable of the first result and the rest. It is not a generator, since an unstarted generator would not
 * pass on `return()`.
 */
function resumeWith<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncIterable<T> {
  let pending: IteratorResult<T> | undefined = first;
  const resumedIterator: AsyncIterator<T> = {
    next: () => {
      if (pending === undefined) return iterator.next();
      const result = pending;
      pending = undefined;
      return Promise.resolve(result);
    },
    return: () => iterator.return?.() ?? Promise.resolve({ done: true, value: undefined }),
  };
  return { [Symbol.asyncIterator]: () => resumedIterator };
}

function waitUntilReadable(stream: Readable): Promise<void> {
  if (stream.readableLength > 0 || stream.readableEnded) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      stream.off('readable', onReadable).off('end', onReadable).off('error', settle).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error as Error);
    };
    const onReadable = (): void => settle();
    const onClose = (): void => settle(stream.errored ?? undefined);
    if (stream.destroyed) onClose();
    else stream.on('readable', onReadable).on('end', onReadable).on('error', settle).on('close', onClose);
  });
}

function toAsyncIterable<T>(source: Iterable<T>): AsyncIterable<T> {
  const iterator = source[Symbol.iterator]();
  const asyncIterator: AsyncIterator<T> = {
    next: async () => iterator.next(),
    return: async () => iterator.return?.() ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => asyncIterator };
}

/** Maps each item of a source. If given, `last` returns a last item in place of an error. */
export function mapItems<T, Piece>(
  source: AsyncIterable<T>,
  piece: (item: T) => Piece,
  last?: (error: unknown) => Piece,
): AsyncIterable<Piece> {
  const iterator = source[Symbol.asyncIterator]();
  let isOver = false;
  const mappingIterator: AsyncIterator<Piece> = {
    next: async () => {
      if (isOver) return { done: true, value: undefined };
      try {
        const result = await iterator.next();
        if (result.done !== true) return { done: false, value: piece(result.value) };
        isOver = true;
        return { done: true, value: undefined };
      } catch (error) {
        isOver = true;
        if (last === undefined) throw error;
        return { done: false, value: last(error) };
      }
    },
    return: async () => {
      isOver = true;
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => mappingIterator };
}

/** The frame type of the engine's own errors, as opposed to output of the process. */
const systemErrorType = 3;

/** Encodes each chunk as one frame. An error is encoded as the last frame. */
export function encodeFrames(
  source: AsyncIterable<OutputChunk>,
  failureMessage: (error: unknown) => string,
): AsyncIterable<Uint8Array> {
  return mapItems(
    source,
    ({ stream, data }) => outputFrame(stream, data),
    (error) => frame(systemErrorType, Buffer.from(failureMessage(error))),
  );
}

export function outputFrame(stream: 'stdout' | 'stderr', data: Uint8Array | string): Uint8Array {
  return frame(stream === 'stderr' ? 2 : 1, typeof data === 'string' ? Buffer.from(data) : data);
}
