/** The contract of a version as other emitters see it. */
import { pascalCase, type ContractContext } from '../../emitter/index.js';
import type { EmittedContract } from './emit-contract.js';

export function contractContext({ names, operations }: EmittedContract): ContractContext {
  return {
    package: names.package,
    contract: names.contract,
    operation: (operation) => {
      const symbol = names.operation(operation);
      return { ...symbol, alias: `contract${pascalCase(symbol.name)}` };
    },
    origin: operations.origin,
  };
}
