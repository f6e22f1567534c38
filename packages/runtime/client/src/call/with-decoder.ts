/** Turns an operation of the contract into one that a client can call. */
import type { Operation as ContractOperation } from '@lading/runtime-wire';
import type { EngineError } from '../error/index.js';
import type { Decoder, Operation } from './operation.js';

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
