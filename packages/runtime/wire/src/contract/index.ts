export * from './contract.js';
export type { Method, Operation, ParameterPlace, Server, ServerVariable } from './operation.js';
export type {
  Body,
  ContentByMediaType,
  ContentContract,
  OperationSchemas,
  ParameterContract,
  PartContract,
  ResponseContract,
  ResponseKind,
  StatusRange,
} from './operation-schemas.js';
export type { OAuth2Flow, SecurityRequirement, SecurityScheme, SecuritySchemes } from './security.js';
export { responseContract, type StatusIn } from './status.js';
