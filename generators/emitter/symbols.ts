/** The symbols that emitters offer each other, so that no emitter imports another one. */
import type { CallNames, CodeSymbol, ContractContext, HandlerNames, TypesContext } from '../code/index.js';
import type { JsonObject } from '../document/index.js';
import type { Operation } from '../ir/index.js';

/** The types that belong to an operation: of its parameters by location, of its request body, of its response. */
export type OperationPart = Parameters<TypesContext['part']>[1];

/** The types of a version. */
export interface TypesSymbols extends Pick<TypesContext, 'package' | 'text' | 'origin'> {
  /** Returns the type that belongs to an operation, if there is one. */
  readonly part: (operation: Operation, part: OperationPart) => CodeSymbol | undefined;
  /** The types, of which `part` is called only for parts that an operation has. */
  readonly plain: TypesContext;
  /** The types whose large integers are `bigint`. */
  readonly exact: TypesContext;
  /** The names that the main entry point exports. */
  readonly names: ReadonlySet<string>;
}

/** The client of a version. */
export interface ClientSymbols {
  /** The name of the package. */
  readonly package: string;
  /** Returns the names of the call of an operation. */
  readonly call: (operation: Operation) => CallNames;
  /** The interface of a connection. */
  readonly connection: CodeSymbol;
  /** The function that creates a connection to a known target. */
  readonly connect: CodeSymbol;
}

/** The server of a version. */
export interface ServerSymbols {
  /** The name of the package. */
  readonly package: string;
  /** Returns the names of the handler of an operation. */
  readonly handler: (operation: Operation) => HandlerNames;
  readonly contract: CodeSymbol;
  /** The type of all handlers. */
  readonly handlers: CodeSymbol;
  /** The same with exact integers. */
  readonly exactHandlers: CodeSymbol;
  /** The function that creates a server. */
  readonly create: CodeSymbol;
  /** The type of the options. */
  readonly options: CodeSymbol;
  readonly isOptionsRequired: boolean;
  /** Whether the types of handlers and options depend on what the security handlers return. */
  readonly hasIdentities: boolean;
  /** The function of the runtime that creates a server of any contract, and the type of its result. */
  readonly runtime: { readonly create: CodeSymbol; readonly server: CodeSymbol };
}

/** The conversions between a version and the one that it extends. */
export interface ConversionSymbols {
  /** The name of the package. */
  readonly package: string;
  /** Whether the conversions can be created without passing hooks. */
  readonly isComplete: boolean;
  /** The functions that create the conversions of older clients and of newer ones, with default hooks. */
  readonly olderClients: CodeSymbol;
  readonly newerClients: CodeSymbol;
}

/** The reference of a version. */
export interface DocsSymbols {
  /** The name of the package. */
  readonly package: string;
}

/**
 * The symbols of each emitter by its name. Emitters that are not listed offer none. Those of other packages add theirs:
 * `declare module 'lading/emitter' { interface EmitterSymbols { readonly validators: ValidatorSymbols } }`.
 */
export interface EmitterSymbols {
  readonly types: TypesSymbols;
  readonly contract: ContractContext;
  readonly client: ClientSymbols;
  readonly server: ServerSymbols;
  readonly conversion: ConversionSymbols;
  readonly docs: DocsSymbols;
  /** The version as an OpenAPI document. */
  readonly openapi: JsonObject;
}

/** An emitter that offers symbols. */
export type SymbolsName = keyof EmitterSymbols;

/** The symbols of an emitter by its name; unknown for any emitter. */
export type SymbolsOf<Name extends string> = string extends Name
  ? unknown
  : Name extends SymbolsName
    ? EmitterSymbols[Name]
    : undefined;
