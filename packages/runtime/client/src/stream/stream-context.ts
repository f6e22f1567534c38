/** The context of a stream: its call, and how to parse it. */
import type { FailedCall } from '../error/index.js';
import type { ResponseHeaders } from './response-headers.js';

/** The call, for errors; the headers of its response; and how to parse JSON (with numbers, or with exact integers). */
export interface StreamContext extends FailedCall {
  readonly response: ResponseHeaders & { readonly status?: number };
  /** The address of the engine. */
  readonly address?: string;
  /** Whether an error is from the caller (of the request's body, or the reason of an abort), and passed on unchanged. */
  readonly isFromCaller?: (error: unknown) => boolean;
  readonly parse: (text: string) => unknown;
}

/** Parses the bytes of one body into items. */
export interface Parser {
  push(chunk: Buffer): void;
  /** Called at the end of the body. */
  end(): void;
}
