/** Whether an error is one that the contract names for an operation: narrows what was caught. */
import { EngineError } from '../error/index.js';
import type { ErrorsOf, Operation } from './operation.js';

/**
 * @example
 * catch (error) {
 *   if (isErrorOf(containerCreate, error) && error.status === 409) …
 * }
 */
export function isErrorOf<Op extends Operation<never, unknown>>(operation: Op, error: unknown): error is ErrorsOf<Op> {
  return error instanceof EngineError && error.operation === operation.id;
}
