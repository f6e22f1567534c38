/** Functions around calls, and the time limit of a call. */
import { TimeoutError } from '../error/index.js';
import type { AnyOperation, CallOptions, Values } from './operation.js';

/** A call, as a middleware sees it. */
export interface Call {
  readonly operation: AnyOperation;
  /** The input by parameter; `body` is the body. A body of bytes is sent as it was given. */
  readonly input: Values;
  readonly options: CallOptions;
}

/**
 * A function around a call: it may change the call, send it with `next`, also repeatedly, replace the result, or handle the
 * error with which `next` rejects.
 */
export type CallMiddleware = (call: Call, next: (call: Call) => Promise<unknown>) => Promise<unknown>;

/** Runs a call through its middleware, within its time limit: all attempts together. */
export async function throughMiddleware(
  call: Call,
  { middleware = [] }: { readonly middleware?: readonly CallMiddleware[] | undefined },
  timeout: number | undefined,
  send: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  const run = middleware.reduceRight<typeof send>((next, around) => async (inner) => around(inner, next), send);
  if (!timeout) return run(call);
  const late = new AbortController();
  const { signal } = call.options;
  const message = `${call.operation.id} took longer than ${timeout} ms.`;
  const timer = setTimeout(() => late.abort(new TimeoutError('TIMEOUT', message)), timeout);
  try {
    const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    return await run({ ...call, options: { ...call.options, signal: either } });
  } finally {
    clearTimeout(timer);
  }
}
