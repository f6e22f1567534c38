/** Encodes a body of text or bytes: it is sent as it is. */
import { InputError } from '../error/index.js';
import type { RequestContent } from './client-request.js';
import type { ContentEncoder } from './content.js';

/** Accepts strings, bytes, `Blob`s, streams, and asynchronous iterables of bytes. */
export const raw: ContentEncoder = (value, { id }) => {
  const body = rawContent(value);
  if (body === undefined) throw new InputError('BODY_INVALID', `${id}: the body must be text, bytes or a byte stream.`);
  return encoded(body);
};

/** Returns content that is sent as it is. */
export function encoded(body: RequestContent): ReturnType<ContentEncoder> {
  return { body, ...(body instanceof Blob && body.type !== '' && { mediaType: body.type }) };
}

/** Returns undefined if the value has no bytes. Begins to read an asynchronous iterable: to be called once for each. */
export function rawContent(value: unknown): RequestContent | undefined {
  if (typeof value === 'string' || value instanceof Blob || value instanceof ReadableStream) return value as string;
  if (value instanceof Uint8Array) return value as Uint8Array<ArrayBuffer>;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return streamOf(value);
}

/** Turns an asynchronous iterable of bytes, such as a stream of Node, into a stream that `fetch` accepts. */
function streamOf(value: unknown): ReadableStream<Uint8Array> | undefined {
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
