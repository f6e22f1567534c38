/** What other emitters may ask about the contract of a version. */
import type { ContractContext } from '../../code/index.js';
import type { EmittedContract } from './emit-contract.js';

export function contractContext({ names, operations }: EmittedContract): ContractContext {
  return {
    package: names.package,
    contract: names.contract,
    operation: names.operation,
    noun: names.noun,
    verb: names.verb,
    origin: operations.origin,
  };
}
