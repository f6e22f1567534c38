/** The body of a request, from the call on until its answer is whole. */
import type { Readable } from 'node:stream';
import { InputError } from '../error/index.js';

/**
 * Owns the caller's stream: tells its failure apart from that of a connection, which destroys the stream as well, and
 * destroys it when nobody will read on.
 */
export class RequestBody {
  #failure: { readonly error: unknown } | undefined;
  #listener: ((error: unknown) => void) | undefined;
  #released = false;

  constructor(
    readonly stream: Readable,
    readonly operation: string,
  ) {
    // Stays, as those of Node's own `finished` do: a stream that fails once more must not end the process.
    stream.on('error', (error: unknown) => this.#fail(error));
    stream.once('close', () => {
      if (!stream.readableEnded) this.#fail(this.#closedEarly());
    });
    // One that failed before the call may have told so already, or is about to.
    if (stream.errored !== null) this.#failure = { error: stream.errored };
  }

  /** What the stream failed with before anybody gave it up. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** Whether this is the error that the stream failed with. */
  failedWith(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error;
  }

  /** Tells of a failure from now on. */
  onFailure(listener: (error: unknown) => void): void {
    this.#listener = listener;
  }

  /** The call is over, or its answer is whole: what happens to the stream afterwards is of no interest. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#listener = undefined;
    if (!this.stream.readableEnded) this.stream.destroy();
  }

  #fail(error: unknown): void {
    if (this.#released || this.#failure !== undefined) return;
    // Where it failed twice in one turn, the second failure may be told first.
    this.#failure = { error: this.stream.errored ?? error ?? this.#closedEarly() };
    this.#listener?.(this.#failure.error);
  }

  #closedEarly(): InputError {
    return new InputError('BODY_CUT', `${this.operation}: the stream of the body was closed before its end.`);
  }
}
