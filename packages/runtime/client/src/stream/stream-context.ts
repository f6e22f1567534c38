/** What a stream knows of the call that it answers. */
import type { FailedCall } from '../error/index.js';

/** The call, for errors; its answer's headers; and how JSON is read (numbers, or exact big integers). */
export interface StreamContext extends FailedCall {
  /** The answer's headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parse: (text: string) => unknown;
}

/** Turns bytes into items; one for one body. */
export interface Parser {
  push(chunk: Buffer): void;
  /** The body has come to its end. */
  end(): void;
}
