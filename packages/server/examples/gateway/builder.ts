/** The operation over which newer command lines speak to the builder. No published document has it, and engines do. */
import type { Contract, Operation } from '@lading/server';

export const builderConnect: Operation = {
  id: 'BuilderConnect',
  noun: 'builder',
  verb: 'connect',
  method: 'POST',
  path: '/grpc',
  answers: { 101: { kind: 'http2' } },
};

export function withBuilder(contract: Contract): Contract {
  return { ...contract, operations: { ...contract.operations, [builderConnect.id]: builderConnect } };
}
