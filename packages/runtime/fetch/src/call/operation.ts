/** Describes operations as generated code does, and narrows errors to those of an operation. */
import type { Operation as ContractOperation } from '@lading/runtime-wire';
import { ApiError } from '../error/index.js';
import type { Transport } from '../request/client-request.js';
import type { Decoder } from '../response/decoder.js';
import type { SecurityScheme } from '../security/security-scheme.js';
import type { RequestParts } from '../request/request-contract.js';

/** What a client adds to a contract: only what the operation uses, so that bundles contain nothing else. */
export interface CallParts<Result> extends RequestParts {
  readonly response: Decoder<Result>;
  /** The decoders of further media types of the response, which the option `accept` selects. */
  readonly accepts?: Readonly<Record<string, Decoder<unknown>>>;
  /** Wraps `fetch`, for requests that it does not send. */
  readonly transport?: (transport: Transport) => Transport;
  /** The security schemes that the contract names. */
  readonly schemes?: readonly SecurityScheme[];
}

/**
 * An operation as data; generated code has a constant for each. The type parameters exist for the compiler only; `Accepts` has
 * the results of further media types.
 */
export interface Operation<Input, Result, Errors extends ApiError = ApiError, Accepts extends object = object>
  extends ContractOperation, CallParts<Result> {
  /** For the type checker only; absent at runtime. */
  readonly types?: { readonly input: (input: Input) => void; readonly errors: Errors; readonly accepts: Accepts };
}

/** An operation of any types. */
export type AnyOperation = Operation<never, unknown>;

/** The errors that the API declares for an operation. */
export type ErrorsOf<Op> = Op extends Operation<never, unknown, infer Errors> ? Errors : never;

/** The result of a call of an operation. */
export type ResultOf<Op> = Op extends Operation<never, infer Result> ? Result : never;

/** Turns an operation of the contract into one that a client can call. */
export function operation<Input, Result, Errors extends ApiError, Accepts extends object = object>(
  contract: ContractOperation,
  parts: CallParts<Result>,
): Operation<Input, Result, Errors, Accepts> {
  return { ...contract, ...parts };
}

/**
 * Whether an error is an error response to a call of an operation; narrows it to the errors that the API declares.
 *
 * @example
 * catch (error) {
 *   if (isErrorOf(petGet, error) && error.status === 404) console.log(error.body.detail);
 * }
 */
export function isErrorOf<Op extends Operation<never, unknown>>(operation: Op, error: unknown): error is ErrorsOf<Op> {
  return error instanceof ApiError && error.operation === operation.id;
}
