/** Describes operations as generated code does, and the decoders of their responses. */
import type { Duplex, Readable } from 'node:stream';
import type { Operation as ContractOperation } from '@lading/runtime-wire';
import { EngineError, type FailedCall } from '../error/index.js';
import type { ResponseHeaders } from '../stream/response-headers.js';
import type { RequestHeaders } from './request-headers.js';

/** An operation as data; generated code has a constant for each. The type parameters exist for the compiler only. */
export interface Operation<Input, Result, Errors extends EngineError = EngineError> extends ContractOperation {
  /** The locations whose parameters are in a separate object of the input, because their names collide. */
  readonly nested?: readonly ('path' | 'query' | 'headers')[] | undefined;
  readonly response: Decoder<Result>;
  /** For the type checker only; absent at runtime. */
  readonly types?: { readonly input: (input: Input) => void; readonly errors: Errors };
}

/** An operation of any types. */
export type AnyOperation = Operation<never, unknown>;

/** The input of any operation, by the name of the parameter. */
export type Values = Readonly<Record<string, unknown>>;

/** The options of a single call. */
export interface CallOptions {
  /** Ends the call and the stream that it returned, and closes the socket. */
  readonly signal?: AbortSignal;
  /**
   * Headers to send in addition to those of the operation; an array is sent as separate lines. Hop-by-hop headers
   * (`Connection`, `Host`, `Content-Length`, `Upgrade` …) are left out, so that received headers can be passed on.
   */
  readonly headers?: RequestHeaders;
  /**
   * The milliseconds that the call may take until its result is complete, or until the stream that it returns begins.
   * Overrides that of the connection; 0 is no limit.
   */
  readonly timeout?: number;
  /** Whether the output is from a terminal, if the caller knows; saves a request to engines that do not say. */
  readonly tty?: boolean;
  /** Called with the head of each response as soon as it is received. */
  readonly onResponse?: (response: ResponseHead) => void;
}

export interface ResponseHead extends ResponseHeaders {
  readonly status: number;
}

/** The call, for decoders. */
export interface CallContext extends FailedCall {
  readonly response: ResponseHead;
  /** The address of the engine. */
  readonly address: string;
  /** Whether an error is from the caller: of the request's body, or the reason of an abort. */
  readonly isFromCaller: (error: unknown) => boolean;
  /** Parses JSON. */
  readonly parse: (text: string) => unknown;
}

/** Decodes a short response, which is read as a whole. */
export interface WholeDecoder<Result> {
  readonly kind: 'whole';
  readonly decode: (text: string, context: CallContext) => Result;
}

/** Decodes a response that is a stream. */
export interface StreamDecoder<Result> {
  readonly kind: 'stream';
  /** Whether the bytes are not JSON: a response with the media type of JSON then reports a failure. */
  readonly binary?: true;
  /** Whether the format depends on whether the output is from a terminal. */
  readonly terminal?: true;
  readonly decode: (body: Readable, context: CallContext, tty: boolean) => Result;
}

/** Decodes an upgraded connection, which is a stream in both directions. */
export interface UpgradeDecoder<Result> {
  readonly kind: 'upgrade';
  readonly protocol: 'tcp' | 'h2c' | 'websocket';
  readonly terminal?: true;
  readonly decode: (socket: Duplex, context: CallContext, tty: boolean) => Result;
}

export type Decoder<Result> = WholeDecoder<Result> | StreamDecoder<Result> | UpgradeDecoder<Result>;

/** The errors that the contract names for an operation. */
export type ErrorsOf<Op> = Op extends Operation<never, unknown, infer Errors> ? Errors : never;

/** The result of a call of an operation. */
export type ResultOf<Op> = Op extends Operation<never, infer Result> ? Result : never;

/**
 * Whether an error is a response of the engine to a call of an operation; narrows it to the errors of the contract.
 *
 * @example
 * catch (error) {
 *   if (isErrorOf(containerCreate, error) && error.status === 409) …
 * }
 */
export function isErrorOf<Op extends Operation<never, unknown>>(operation: Op, error: unknown): error is ErrorsOf<Op> {
  return error instanceof EngineError && error.operation === operation.id;
}

/**
 * Returns the operation with a decoder for its response.
 *
 * @param response decodes the response
 * @param nested the locations whose parameters are in a separate object of the input
 */
export function withDecoder<Input, Result, Errors extends EngineError>(
  operation: ContractOperation,
  response: Decoder<Result>,
  nested?: Operation<Input, Result>['nested'],
): Operation<Input, Result, Errors> {
  return { ...operation, response, nested };
}
