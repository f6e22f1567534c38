/** Limits the time of a call. */
import { TimeoutError } from '../error/index.js';

/** The longest delay of a timer. With a longer one, it would fire at once. */
const longestDelay = 2 ** 31 - 1;

/** Runs a call with a signal that also aborts after some milliseconds; undefined and 0 are no limit. */
export async function withTimeout<Result>(
  operation: string,
  milliseconds: number | undefined,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (!milliseconds || milliseconds > longestDelay) return abortable(signal, run);
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TimeoutError('TIMEOUT', `${operation} took longer than ${milliseconds} ms.`)),
    milliseconds,
  );
  try {
    return await abortable(signal ? AbortSignal.any([signal, controller.signal]) : controller.signal, run);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when the signal aborts, also while a function of the caller runs that does not observe the signal. */
async function abortable<Result>(
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return run(signal);
  signal.throwIfAborted();
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([aborted, run(signal)]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
