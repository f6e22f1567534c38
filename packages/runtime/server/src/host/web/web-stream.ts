/** Converts a streamed body to a web stream. */
import type { FlowingBody } from '../host-message.js';

export function webStream(body: FlowingBody, onFailure?: (error: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const piece = await iterator.next();
          if (piece.done === true) controller.close();
          else controller.enqueue(typeof piece.value === 'string' ? encoder.encode(piece.value) : piece.value);
        } catch (error) {
          onFailure?.(error);
          controller.error(error);
        }
      },
      cancel: () => {
        void Promise.resolve(iterator.return?.()).catch(() => undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
