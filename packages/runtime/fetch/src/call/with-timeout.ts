/** Limits the time of a call. */
import { TimeoutError } from '../error/index.js';

/** Runs a call with a signal that also aborts after some milliseconds; undefined and 0 are no limit. */
export async function withTimeout<Result>(
  operation: string,
  milliseconds: number | undefined,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (!milliseconds) return run(signal);
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TimeoutError('TIMEOUT', `${operation} took longer than ${milliseconds} ms.`)),
    milliseconds,
  );
  try {
    return await run(signal ? AbortSignal.any([signal, controller.signal]) : controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
