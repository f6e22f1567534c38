/** A response that is a stream of JSON values: events, statistics, the progress of a pull. */
import type { Readable } from 'node:stream';
import { JsonLinesReader } from '@lading/runtime-wire';
import { StreamError } from '../error/index.js';
import { Batches } from './batches.js';
import { consumed, silence } from './failure.js';
import type { Parser, StreamContext } from './stream-context.js';

/**
 * A stream of JSON values. It is read on demand; leaving a loop early closes the connection. Read it once and in one way:
 * by iteration, `toArray()` or `done()`.
 *
 * Rejects with StreamError if the engine reports a failure in the progress, with ProtocolError (`JSON_CUT`,
 * `JSON_INVALID`, `JSON_TOO_LONG`) if the bytes are invalid, with ConnectionLost if the response broke off, and with the signal's reason after an abort.
 */
export class JsonStream<T> implements AsyncIterable<T> {
  readonly headers: Readonly<Record<string, string>>;
  /** The values of each header line, not joined. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  readonly #context: StreamContext;
  readonly #batches: Batches<T>;
  #used = false;

  constructor(body: Readable, context: StreamContext, options: { readonly progress?: boolean } = {}) {
    silence(body);
    this.headers = context.response.headers;
    this.headersDistinct = context.response.headersDistinct;
    this.#context = context;
    this.#batches = new Batches<T>(body, context, (emit) => jsonParser(context, options.progress === true, emit));
  }

  /** @throws InputError `STREAM_CONSUMED` the second time */
  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return this.#use();
  }

  /** Returns all values when the stream has ended. */
  async toArray(): Promise<T[]> {
    const all: T[] = [];
    const batches = this.#use();
    for (let batch = await batches.batch(); batch; batch = await batches.batch())
      for (const item of batch) all.push(item);
    return all;
  }

  /** Waits for the end of the stream, and drops its values. */
  async done(): Promise<void> {
    const batches = this.#use();
    while (await batches.batch());
  }

  /** Closes the connection; a running iteration ends. */
  close(): void {
    this.#used = true;
    this.#batches.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  #use(): Batches<T> {
    if (this.#used) throw consumed(this.#context);
    this.#used = true;
    return this.#batches;
  }
}

function jsonParser<T>(context: StreamContext, progress: boolean, emit: (item: T) => void): Parser {
  const check = (item: T): void => {
    const failure = failureOf(item);
    if (failure !== undefined) throw new StreamError(failure.reason, context, failure.detail);
    emit(item);
  };
  return new JsonLinesReader<T>({ emit: progress ? check : emit, parse: context.parse });
}

/** Returns the failure in a progress message: `{ error }`, `{ errorDetail: { code, message } }`, mostly both. */
export function failureOf(item: unknown): { readonly reason: string; readonly detail: number | undefined } | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { error, errorDetail } = item as { readonly error?: unknown; readonly errorDetail?: unknown };
  const detail = typeof errorDetail === 'object' && errorDetail !== null ? errorDetail : undefined;
  if (detail === undefined && (error === undefined || error === null || error === '')) return undefined;
  const { code, message } = (detail ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return {
    reason: typeof message === 'string' && message !== '' ? message : String(error ?? 'failed'),
    detail: typeof code === 'number' || typeof code === 'bigint' ? Number(code) : undefined,
  };
}

/** Returns the reason in a message of the engine, `{ message }` or as {@link failureOf}; undefined for other texts. */
export function reasonIn(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as { readonly message?: unknown } | null;
    return typeof value?.message === 'string' ? value.message : failureOf(value)?.reason;
  } catch {
    return undefined;
  }
}
