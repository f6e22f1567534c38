/** Streams of a client as streams of a server, with errors of the server. */
import { asHttpError } from './as-http-error.js';

/** Returns the same items. An iterable, and not a generator, so that a stream that is never read is closed too. */
export function itemsOf<Item>(source: AsyncIterable<Item>): AsyncIterable<Item> {
  const iterator = source[Symbol.asyncIterator]();
  const items: AsyncIterator<Item> = {
    next: async () => {
      try {
        return await iterator.next();
      } catch (error) {
        throw asHttpError(error);
      }
    },
    return: async () => {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => items };
}
