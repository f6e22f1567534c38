/** Brings every kind of source to one: an asynchronous sequence that can be ended early. */
import { Readable } from 'node:stream';
import type { FlowingBody, WholeBody } from '../host/index.js';
import type { ByteSource } from './sources.js';

export function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** Bytes that are whole stay so. */
export function bodyOf(source: ByteSource): WholeBody | FlowingBody {
  if (typeof source === 'string' || source instanceof Uint8Array) return source;
  return Symbol.asyncIterator in source ? (source as FlowingBody) : fromIterable(source);
}

/** Items one by one. */
export function itemsOf<T>(source: Iterable<T> | AsyncIterable<T>): AsyncIterable<T> {
  return Symbol.asyncIterator in source ? source : fromIterable(source);
}

/** What ends a source that nobody will read. */
export function discard(body: unknown): void {
  if (body instanceof Readable) body.destroy();
  else if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) {
    const iterator = (body as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/**
 * Waits until the first piece is there, so that a source which fails at once can still be answered with a status. Rejects
 * with the source's error.
 */
export async function begun<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  if (source instanceof Readable) {
    await readable(source);
    return source;
  }
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  return resumed(first, iterator);
}

/** By hand rather than by a generator: one that was never begun would not pass on that it is ended. */
function resumed<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncIterable<T> {
  let pending: IteratorResult<T> | undefined = first;
  const all: AsyncIterator<T> = {
    next: () => {
      if (pending === undefined) return iterator.next();
      const result = pending;
      pending = undefined;
      return Promise.resolve(result);
    },
    return: () => iterator.return?.() ?? Promise.resolve({ done: true, value: undefined }),
  };
  return { [Symbol.asyncIterator]: () => all };
}

function readable(stream: Readable): Promise<void> {
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

function fromIterable<T>(source: Iterable<T>): AsyncIterable<T> {
  const iterator = source[Symbol.iterator]();
  const all: AsyncIterator<T> = {
    next: async () => iterator.next(),
    return: async () => iterator.return?.() ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => all };
}

/** A sequence of another: each piece by a function, and perhaps one last piece in place of an error. */
export function mapped<T, Piece>(
  source: AsyncIterable<T>,
  piece: (item: T) => Piece,
  last?: (error: unknown) => Piece,
): AsyncIterable<Piece> {
  const iterator = source[Symbol.asyncIterator]();
  let over = false;
  const all: AsyncIterator<Piece> = {
    next: async () => {
      if (over) return { done: true, value: undefined };
      try {
        const result = await iterator.next();
        if (result.done !== true) return { done: false, value: piece(result.value) };
        over = true;
        return { done: true, value: undefined };
      } catch (error) {
        over = true;
        if (last === undefined) throw error;
        return { done: false, value: last(error) };
      }
    },
    return: async () => {
      over = true;
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => all };
}
