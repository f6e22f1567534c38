/** Narrows a caught error to those that the contract of an operation names. */
import { EngineError } from '../error/index.js';
import type { ErrorsOf, Operation } from './operation.js';

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
