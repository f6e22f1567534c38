/** The end of a response, as hooks receive it. */
import type { HostResponse } from '../host/index.js';
import { isAbort } from './error-reporter.js';
import type { Ending } from './hooks.js';

interface EndListener {
  /** Calls the hooks. */
  readonly end: (ending: Ending) => void;
  readonly error: () => unknown;
  /** Receives the error of a hook. */
  readonly onFailure: (error: unknown) => void;
}

/** Returns a response whose end is reported. @param startTime the time at which the request arrived */
export function withEnd(reply: HostResponse, startTime: number, listener: EndListener): HostResponse {
  const { status } = reply;
  return {
    ...reply,
    onEnd: ({ bytes, isComplete }) => {
      const error = listener.error();
      const duration = performance.now() - startTime;
      try {
        listener.end({
          status,
          duration,
          bytes,
          // A client that has disconnected receives the error of a handler that noticed it, or not.
          isComplete: isComplete && !isAbort(error),
          ...(error !== undefined && { error }),
        });
      } catch (failure) {
        listener.onFailure(failure);
      }
    },
  };
}
