/** What generated code says of an operation, and how its answer is read. */
import type { Duplex, Readable } from 'node:stream';
import type { Operation as ContractOperation } from '@lading/runtime-wire';
import type { EngineError, FailedCall } from '../error/index.js';
import type { ResponseHeaders } from '../stream/index.js';
import type { RequestHeaders } from './request-headers.js';

/** An operation as data: generated, one constant each. The type parameters exist for the compiler only. */
export interface Operation<Input, Result, Errors extends EngineError = EngineError> extends ContractOperation {
  /** Places whose parameters stand in an object of their own in the input, since names of theirs collide. */
  readonly nested?: readonly ('path' | 'query' | 'headers')[] | undefined;
  readonly response: Decoder<Result>;
  /** Never there at run time. */
  readonly types?: { readonly input: (input: Input) => void; readonly errors: Errors };
}

/** How a call may differ from others of its kind. */
export interface CallOptions {
  /** Ends the call, and the stream that it gave, and closes the socket. */
  readonly signal?: AbortSignal;
  /**
   * Headers to send besides those of the operation; an array is sent as lines of their own. Those of a connection
   * (`Connection`, `Host`, `Content-Length`, `Upgrade` …) are left out: the headers of a received request may be passed on.
   */
  readonly headers?: RequestHeaders;
  /** Whether output is that of a terminal, where the caller knows: saves asking engines that do not say. */
  readonly tty?: boolean;
  /** Told of each answer as soon as its head is there. */
  readonly onResponse?: (response: ResponseHead) => void;
}

export interface ResponseHead extends ResponseHeaders {
  readonly status: number;
}

/** What a decoder knows of the call. */
export interface CallContext extends FailedCall, ResponseHead {
  /** Whether an error is the caller's: of the request's body, or the reason of an abort. */
  readonly isFromCaller: (error: unknown) => boolean;
  /** JSON text → value. */
  readonly parse: (text: string) => unknown;
}

/** The whole answer is one small text. */
export interface WholeDecoder<Result> {
  readonly kind: 'whole';
  readonly decode: (text: string, context: CallContext) => Result;
}

/** The answer flows. */
export interface StreamDecoder<Result> {
  readonly kind: 'stream';
  /** Whether the bytes are no JSON: an answer that says it is some tells a failure instead. */
  readonly binary?: true;
  /** Whether reading depends on whether the output is that of a terminal. */
  readonly terminal?: true;
  readonly decode: (body: Readable, context: CallContext, tty: boolean) => Result;
}

/** The connection becomes a stream in both directions. */
export interface UpgradeDecoder<Result> {
  readonly kind: 'upgrade';
  readonly protocol: 'tcp' | 'h2c' | 'websocket';
  readonly terminal?: true;
  readonly decode: (socket: Duplex, context: CallContext, tty: boolean) => Result;
}

export type Decoder<Result> = WholeDecoder<Result> | StreamDecoder<Result> | UpgradeDecoder<Result>;

/** The errors that the contract names for an operation. */
export type ErrorsOf<Op> = Op extends Operation<never, unknown, infer Errors> ? Errors : never;

/** What a call of an operation gives. */
export type ResultOf<Op> = Op extends Operation<never, infer Result> ? Result : never;
