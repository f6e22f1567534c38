/** The types and the contract of a version as the emitters of dependent packages see them. */
import type { Operation, Type } from '../ir/index.js';
import type { CodeSymbol } from './mention.js';

/** The types of a version. */
export interface TypesContext {
  /** The name of the types package. */
  readonly package: string;
  /** Returns the code of a type, in which schemas are mentions. */
  readonly text: (type: Type) => string;
  /** Returns the type that belongs to an operation. Call it only for parts that the operation has. */
  readonly part: (
    operation: Operation,
    part: 'Path' | 'Query' | 'Headers' | 'Cookies' | 'Request' | 'Response',
  ) => CodeSymbol;
  /** Returns where a type of the package is declared: the same symbol for two versions that share it. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}

/** How an operation is called with the client of a version: `engine.<noun>.<verb>({ … })`. */
export interface CallNames {
  readonly noun: string;
  readonly verb: string;
  /** The locations whose parameters are in a separate object of the input, since names collide. */
  readonly nested: readonly ParameterLocation[];
  /** The locations whose parameters the client sends. */
  readonly locations: readonly ParameterLocation[];
  /** The function of the client package that connects, and the variable of its result in examples. */
  readonly connect: string;
  readonly variable: string;
  /** Whether to connect is asynchronous. */
  readonly isAsync: boolean;
  /** The options without which the client cannot connect, as code. */
  readonly settings?: string;
  /** Whether the client takes credentials by the name of the security scheme, as the option `auth`. */
  readonly hasAuth?: true;
  /** What the call returns, if that does not follow from the content of the response. */
  readonly result?: CallResult;
  /** The constant of an operation whose results have pages, which `paginate` takes. */
  readonly paged?: string;
}

/** `statuses` is `{ status, body }`, `download` bytes to read, `items` an asynchronous iterable, `value` the body itself. */
export type CallResult = 'statuses' | 'download' | 'items' | 'value' | 'nothing';

/** The locations of parameters, as the input of a call names them. */
export type ParameterLocation = 'path' | 'query' | 'headers' | 'cookies' | 'querystring';

/** The names of the handler of an operation in the server of a version: `{ <noun>: { <verb>: … } }`. */
export interface HandlerNames {
  readonly noun: string;
  readonly verb: string;
  /** The name of the type of its result. */
  readonly result: string;
}

/** The contract of a version. */
export interface ContractContext {
  /** The name of the contract package. */
  readonly package: string;
  /** The constant of all operations with their schemas. */
  readonly contract: CodeSymbol;
  /** The constants of the servers and of the security schemes, if there are any. */
  readonly servers?: CodeSymbol;
  readonly securitySchemes?: CodeSymbol;
  /** Returns the constant of an operation. */
  readonly operation: (operation: Operation) => CodeSymbol;
  /** Returns the constant with the schemas of an operation. */
  readonly operationSchemas: (operation: Operation) => CodeSymbol;
  /** Returns the constant of a schema, if operations refer to it. */
  readonly schema: (name: string) => CodeSymbol | undefined;
  /** Returns where a constant of the package is declared: the same symbol for two versions that share it. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}
