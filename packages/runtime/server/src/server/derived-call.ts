/** Calls that differ from a received one. */
import type { Call, CallState } from './call.js';

/** What may differ; everything else is that of the received call. */
export type CallChanges = Partial<
  Pick<Call, 'operation' | 'path' | 'query' | 'headers' | 'cookies' | 'body' | 'signal'>
>;

/** Returns a call that differs from another, for the hook `around`: `run(callWith(call, { signal }))`. */
export function callWith<Received extends Call>(call: Received, changes: CallChanges): Received {
  return new DerivedCall(call, changes) as Call as Received;
}

class DerivedCall implements Call {
  readonly #original: Call;
  readonly #signal: AbortSignal | undefined;
  readonly operation: string;
  readonly path: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly cookies: unknown;
  readonly body: unknown;

  constructor(original: Call, changes: CallChanges) {
    const { operation, path, query, headers, cookies, body } = { ...own(original), ...changes };
    this.#original = original;
    this.#signal = changes.signal;
    this.operation = operation;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.cookies = cookies;
    this.body = body;
  }

  get version(): string {
    return this.#original.version;
  }

  get identity(): unknown {
    return this.#original.identity;
  }

  get state(): CallState {
    return this.#original.state;
  }

  /** Created by the host on first access. */
  get signal(): AbortSignal {
    return this.#signal ?? this.#original.signal;
  }

  get request(): Call['request'] {
    return this.#original.request;
  }
}

function own({ operation, path, query, headers, cookies, body }: Call): Omit<Required<CallChanges>, 'signal'> {
  return { operation, path, query, headers, cookies, body };
}
