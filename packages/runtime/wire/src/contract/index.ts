export {
  contractOf,
  type BodyContract,
  type BytesBodyContract,
  type Contract,
  type JsonBodyContract,
  type OperationContract,
  type ParameterContract,
  type ParametersContract,
  type ResponseContract,
} from './contract.js';
export type { Body, Method, Operation, Parameter, ParameterPlace, Response, ResponseKind } from './operation.js';
export type { OperationSchemas, ResponseSchemas } from './operation-schemas.js';
