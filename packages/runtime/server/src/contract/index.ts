export type {
  Answer,
  AnswerKind,
  Body,
  BytesBody,
  Contract,
  JsonBody,
  Method,
  Operation,
  Parameter,
  Parameters,
} from './contract.js';
