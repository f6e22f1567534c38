/** An operation of the contract → the operation that a client calls. */
import type { Operation as ContractOperation } from '@lading/runtime-wire';
import type { EngineError } from '../error/index.js';
import type { Decoder, Operation } from './operation.js';

/**
 * The operation as a client calls it.
 *
 * @param answer reads its response
 * @param nested the places whose parameters are in an object of their own in the input
 */
export function withDecoder<Input, Result, Errors extends EngineError>(
  operation: ContractOperation,
  response: Decoder<Result>,
  nested?: Operation<Input, Result>['nested'],
): Operation<Input, Result, Errors> {
  return { ...operation, response, nested };
}
