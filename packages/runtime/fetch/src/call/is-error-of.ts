/** Narrows a caught error to those that the API declares for an operation. */
import { ApiError } from '../error/index.js';
import type { ErrorsOf, Operation } from './operation.js';

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
