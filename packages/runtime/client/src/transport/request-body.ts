/** The body of a request, from the call until its response is complete. */
import type { Readable } from 'node:stream';
import { InputError } from '../error/index.js';

/**
 * Owns the caller's stream: distinguishes its failure from that of the connection, which destroys the stream, too, and
 * destroys it when it is no longer read.
 */
export class RequestBody {
  #failure: { readonly error: unknown } | undefined;
  #listener: ((error: unknown) => void) | undefined;
  #released = false;

  constructor(
    readonly stream: Readable,
    readonly operation: string,
  ) {
    // Never removed, like the listeners of Node's `finished`: a second failure must not end the process.
    stream.on('error', (error: unknown) => this.#fail(error));
    stream.once('close', () => {
      if (!stream.readableEnded) this.#fail(this.#closedEarly());
    });
    // A stream that failed before the call may have emitted its error already, or is about to.
    if (stream.errored !== null) this.#failure = { error: stream.errored };
  }

  /** The failure of the stream before it was released. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** Whether this is the error that the stream failed with. */
  failedWith(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error;
  }

  /** Sets the listener for a failure from now on. */
  onFailure(listener: (error: unknown) => void): void {
    this.#listener = listener;
  }

  /** Called when the call has failed or its response is complete; later failures of the stream are ignored. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#listener = undefined;
    if (!this.stream.readableEnded) this.stream.destroy();
  }

  #fail(error: unknown): void {
    if (this.#released || this.#failure !== undefined) return;
    // If the stream failed twice in one turn of the event loop, the second failure may be reported first.
    this.#failure = { error: this.stream.errored ?? error ?? this.#closedEarly() };
    this.#listener?.(this.#failure.error);
  }

  #closedEarly(): InputError {
    return new InputError('BODY_CUT', `${this.operation}: the stream of the body was closed before its end.`);
  }
}
