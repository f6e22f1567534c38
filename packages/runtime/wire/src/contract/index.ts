export {
  contractOf,
  type BodyContract,
  type BytesBodyContract,
  type Contract,
  type JsonBodyContract,
  type OperationContract,
  type OperationsByNoun,
  type ParametersContract,
} from './contract.js';
export type { Method, Operation, ParameterPlace } from './operation.js';
export type { Body, OperationSchemas, ParameterContract, ResponseContract, ResponseKind } from './operation-schemas.js';
