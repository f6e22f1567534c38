/** Converts a streamed body to a web stream. */
import type { FlowingBody, HostResponse } from '../host-message.js';

export function webStream(
  body: FlowingBody,
  onFailure?: (error: unknown) => void,
  onEnd?: HostResponse['onEnd'],
): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let bytes = 0;
  let isCanceled = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const piece = await iterator.next();
          if (isCanceled) return;
          if (piece.done === true) {
            controller.close();
            onEnd?.({ bytes, isComplete: true });
            return;
          }
          const chunk = typeof piece.value === 'string' ? encoder.encode(piece.value) : piece.value;
          bytes += chunk.length;
          controller.enqueue(chunk);
        } catch (error) {
          if (isCanceled) return;
          onFailure?.(error);
          controller.error(error);
          onEnd?.({ bytes, isComplete: false });
        }
      },
      cancel: () => {
        isCanceled = true;
        void Promise.resolve(iterator.return?.()).catch(() => undefined);
        onEnd?.({ bytes, isComplete: false });
      },
    },
    { highWaterMark: 1 },
  );
}
