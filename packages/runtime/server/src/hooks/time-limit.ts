/** A limit of the time that handlers may take. */
import { callWith, discard, HttpError, RawResponse, Reply, type Hooks } from '../index.js';

/**
 * Limits the time until a handler returns its result. After it, the signal of the call is aborted and the response is 503.
 * A stream or session, once returned, may take any time.
 *
 * @param milliseconds 0 is no limit
 * @param operations other limits by operation ID, such as `{ ContainerWait: 0 }`
 */
export function timeLimit(milliseconds: number, operations: Readonly<Record<string, number>> = {}): Hooks {
  return {
    around: (call, run) => {
      const { operation } = call;
      const limit = Object.hasOwn(operations, operation) ? (operations[operation] ?? 0) : milliseconds;
      if (limit <= 0) return run();
      const controller = new AbortController();
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          const error = new HttpError(503, `${operation} did not finish in ${limit} ms`);
          // First, since the handler may reject at once with the reason of the signal.
          reject(error);
          controller.abort(error);
        }, limit);
        const signal = AbortSignal.any([call.signal, controller.signal]);
        const result = new Promise((settle) => settle(run(callWith(call, { signal }))));
        result
          .then((value) => {
            if (controller.signal.aborted) discard(bodyOf(value));
            resolve(value);
          }, reject)
          .finally(() => clearTimeout(timer));
      });
    },
  };
}

function bodyOf(value: unknown): unknown {
  return value instanceof Reply || value instanceof RawResponse ? value.body : value;
}
