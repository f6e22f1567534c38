/** Decodes successful responses. */
import type { CallOptions } from '../call/call-options.js';
import type { FailedCall } from '../error/index.js';
import { discard } from './discard.js';

/** The call that a response belongs to. */
export interface DecodedCall extends FailedCall {
  readonly options: CallOptions;
  /** Parses JSON. */
  readonly parse: (text: string) => unknown;
}

/** Decodes one response to a result; generated code names one for each operation. */
export interface Decoder<Result> {
  /** The media type that the request asks for. */
  readonly accept?: string;
  readonly decode: (response: Response, call: DecodedCall) => Promise<Result> | Result;
}

/** Decodes a response without content. */
export const nothing: Decoder<void> = { decode: ({ body }) => discard(body) };

/** Returns the headers, with names in lower case. */
export function headersOnly<T>(): Decoder<T> {
  return {
    decode: (response) => {
      discard(response.body);
      return Object.fromEntries(response.headers) as T;
    },
  };
}
