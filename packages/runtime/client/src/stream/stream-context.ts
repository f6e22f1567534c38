/** What a stream knows of the call that it answers. */
import type { FailedCall } from '../error/index.js';
import type { ResponseHeaders } from './response-headers.js';

/** The call, for errors; its answer's headers; and how JSON is read (numbers, or exact big integers). */
export interface StreamContext extends FailedCall, ResponseHeaders {
  /** Whether an error is the caller's (of what was to be sent, or the reason of an abort): it is passed on as it is. */
  readonly isFromCaller?: (error: unknown) => boolean;
  readonly parse: (text: string) => unknown;
}

/** Turns bytes into items; one for one body. */
export interface Parser {
  push(chunk: Buffer): void;
  /** The body has come to its end. */
  end(): void;
}
