/** Checks responses against the contract, in development. */
import type { OperationContract, ResponseContract } from '@lading/runtime-wire';
import { Problems, readerOf } from '../schema/index.js';
import { responseRules } from './response-rules.js';
import type { HostRequest } from '../host/index.js';
import type { ResponseHeaders } from './response-headers.js';

/** How responses that break the contract are treated. */
export type ResponseChecks = 'fail' | 'warn' | 'off';

/** The error of a response that the contract does not allow. */
export class ResponseError extends Error {
  override get name(): string {
    return 'ResponseError';
  }
}

/**
 * Checks the JSON value of a response.
 *
 * @param query the query of the request
 * @throws ResponseError with all problems in its message
 */
export function checkResponse(
  operation: OperationContract,
  { schema }: ResponseContract,
  value: unknown,
  query: unknown,
): void {
  if (schema === undefined) return;
  const problems = new Problems();
  readerOf(schema, 'response')(value, problems);
  for (const check of responseRules(operation)) check(value, query, problems);
  if (problems.count > 0)
    throw new ResponseError(`the response of ${operation.id} breaks the contract: ${problems.toString()}`);
}

interface CheckOptions {
  readonly checks: ResponseChecks;
  readonly report: (error: Error) => void;
}

/**
 * Runs a check. Its error is thrown, reported or ignored, depending on the option.
 *
 * @throws the error of the check, if `checks` is `'fail'`
 */
export function runCheck({ checks, report }: CheckOptions, check: () => void): void {
  if (checks === 'off') return;
  try {
    check();
  } catch (error) {
    if (checks === 'fail') throw error;
    report(error as Error);
  }
}

/** The input, besides the result of the handler, for writing a response. */
export interface WriteContext {
  readonly operation: OperationContract;
  readonly responseHeaders: ResponseHeaders;
  readonly checks: ResponseChecks;
  readonly request: HostRequest;
  /** The query that was read; undefined if it could not be read. */
  readonly query: unknown;
  /** Reports an error that occurs after the head has been sent, and returns the message for the client. */
  readonly failureMessage: (error: unknown) => string;
  /** Reports responses that break the contract and are sent nevertheless. */
  readonly report: (error: Error) => void;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}
