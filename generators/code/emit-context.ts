/** What an emitter may ask about the packages of a version that its own package is built on. */
import type { Operation, Type } from '../ir/index.js';
import type { CodeSymbol } from './mention.js';

/** The types of a version. */
export interface TypesContext {
  /** The name of the types package. */
  readonly package: string;
  /** The text of a type, in which schemas are mentions. */
  readonly text: (type: Type) => string;
  /** The type that belongs to an operation; whether there is one, the operation says. */
  readonly part: (operation: Operation, part: 'Path' | 'Query' | 'Headers' | 'Request' | 'Response') => CodeSymbol;
  /** Where a type of the package is declared: the same for two versions that share it. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}

/** The contract of a version. */
export interface ContractContext {
  /** The name of the contract package. */
  readonly package: string;
  /** The constant of all operations with their schemas. */
  readonly contract: CodeSymbol;
  /** The constant of an operation. */
  readonly operation: (operation: Operation) => CodeSymbol;
  /** The key of a noun in handlers. */
  readonly noun: (noun: string) => string;
  /** The key of an operation among the handlers of its noun. */
  readonly verb: (operation: Operation) => string;
  /** Where a constant of the package is declared: the same for two versions that share it. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}
