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
  /** Returns the names of the call of an operation. */
  readonly call: (operation: Operation) => CallNames;
}

/** The server of a version. */
export interface ServerSymbols {
  /** Returns the names of the handler of an operation. */
  readonly handler: (operation: Operation) => HandlerNames;
}

/** The conversions between a version and the one that it extends. */
export interface OverlaySymbols {
  /** Whether the conversions can be created without passing hooks. */
  readonly isComplete: boolean;
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
  readonly overlay: OverlaySymbols;
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
