/** Turns an asynchronous iterable of bytes, such as a stream of Node, into a stream that `fetch` accepts. */
export function streamOf(value: unknown): ReadableStream<Uint8Array> | undefined {
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return undefined;
  const iterator = (value as AsyncIterable<Uint8Array | string>)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value: chunk } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}
