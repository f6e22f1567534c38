/** The contract of a version as other emitters see it. */
import { pascalCase, type ContractContext } from '../../emitter/index.js';
import type { EmittedContract } from './emit-contract.js';

export function contractContext({ names, operations, schemas }: EmittedContract): ContractContext {
  const { package: name, contract, servers, securitySchemes, operationSchemas } = names;
  const [ofOperations, ofSchemas] = [operations.origin, schemas.origin];
  return {
    package: name,
    contract,
    operationSchemas,
    ...(servers && { servers }),
    ...(securitySchemes && { securitySchemes }),
    operation: (operation) => {
      const symbol = names.operation(operation);
      return { ...symbol, alias: `contract${pascalCase(symbol.name)}` };
    },
    schema: (name) => (names.has(name) ? names.schema(name) : undefined),
    origin: (symbol) => ofOperations(symbol) ?? ofSchemas(symbol),
  };
}
