/** The operation that newer command lines use for the builder. Engines have it, but no published document does. */
import type { Contract, OperationContract } from '@lading/server';

export const builderConnect: OperationContract = {
  id: 'BuilderConnect',
  noun: 'builder',
  verb: 'connect',
  method: 'POST',
  path: '/grpc',
  responses: { 101: { kind: 'http2' } },
};

export function withBuilder(contract: Contract): Contract {
  return { ...contract, operations: { ...contract.operations, [builderConnect.id]: builderConnect } };
}
