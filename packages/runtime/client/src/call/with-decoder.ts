/** An operation of the contract → the operation that a client calls. */
import type { Encoding, Operation as ContractOperation, Parameter } from '@lading/runtime-wire';
import type { EngineError } from '../error/index.js';
import type { Decoder, Operation } from './operation.js';

/**
 * The operation as a client calls it.
 *
 * @param decoder reads its response
 * @param nested the places whose parameters are in an object of their own in the input
 */
export function withDecoder<Input, Result, Errors extends EngineError>(
  { id, method, path, slashes, parameters, body }: ContractOperation,
  decoder: Decoder<Result>,
  nested?: Operation<Input, Result>['nested'],
): Operation<Input, Result, Errors> {
  return {
    id,
    method,
    path,
    ...(slashes && { slashes }),
    ...(parameters?.query && { query: encodings(parameters.query) }),
    ...(parameters?.headers && { headers: encodings(parameters.headers) }),
    ...(body && { body: body.mediaTypes?.[0] ?? 'application/json' }),
    ...(nested && { nested }),
    answer: decoder,
  };
}

function encodings(parameters: Readonly<Record<string, Parameter>>): Readonly<Record<string, Encoding>> {
  return Object.fromEntries(Object.entries(parameters).map(([name, { encoding }]) => [name, encoding]));
}
