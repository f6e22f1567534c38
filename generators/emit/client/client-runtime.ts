/** What differs between clients on one runtime and on another. */
import type {
  CallNames,
  CallResult,
  Code,
  CodeSymbol,
  Declaration,
  Naming,
  ParameterLocation,
  ReadmeParts,
  TypeCode,
  Api,
  Field,
  Operation,
  Type,
  UnsupportedFeatures,
} from '../../emitter/index.js';
import type { ClientEmitContext } from './client-emit-context.js';
import type { Input } from './input.js';

/** The names of the runtimes. */
export type ClientRuntimeName = 'fetch' | 'engine';

/** How the response of an operation is read. */
export interface Reading {
  /** The code of the decoder. */
  readonly decoder: Code;
  /** The type of the result. */
  readonly result: string;
  /** The headers, if they are the whole result. */
  readonly headers?: readonly Field[];
  /** The results of further media types, which the caller may ask for. */
  readonly accepts?: readonly { readonly mediaType: string; readonly result: string; readonly decoder: Code }[];
  /** Whether the constant of the operation has its pagination. */
  readonly isPaged?: boolean;
  /** What the result is, for examples. */
  readonly kind?: CallResult;
  /** The type of the JSON value, or of the items of a stream, if the response is JSON. */
  readonly json?: Type;
}

/** A body that the caller may send instead of the usual one. */
export interface BodyChoice {
  readonly type: string;
  readonly mediaTypes: readonly string[];
}

/** A constant that is neither a noun nor an operation. */
export interface RuntimeSymbol {
  readonly key: string;
  readonly wanted: string;
  readonly module: string;
}

export interface ClientRuntime {
  readonly unsupported: UnsupportedFeatures;
  readonly package: { readonly package: string; readonly version: string };
  /** Mentions of the types that all clients use. */
  readonly callTable: string;
  readonly callOptions: string;
  readonly noInput: string;
  /** Mentions of the entry point for exact integers. */
  readonly exact: (name: 'ExactPlaces' | 'JsonCodec' | 'exactJson') => string;
  /** The symbols that a client package re-exports, so that its users need no other package. */
  readonly reexports: readonly CodeSymbol[];
  /** The members of a client that only clients of this runtime have. */
  readonly members: readonly string[];
  /** The names of the client package that do not come from the document. */
  readonly reservedNames: readonly string[];
  /** The locations whose parameters a client sends. */
  readonly locations: readonly ParameterLocation[];
  /** The names of modules that do not belong to a noun. */
  readonly modules: readonly string[];
  /** Returns further constants to name: those of `sharedDeclarations`. */
  readonly symbols: (api: Api) => readonly RuntimeSymbol[];
  /** The module of the connection: `engine`, with a sentence about it. */
  readonly connection: { readonly module: string; readonly about: (version: string) => string };
  /** How other generated code connects. */
  readonly api: { readonly connection: string; readonly connect: string };
  /** How examples connect: `const engine = await connect()`. */
  readonly example: (api: Api) => Pick<CallNames, 'connect' | 'variable' | 'isAsync' | 'settings' | 'hasAuth'>;
  /** Returns the declarations that exist once in an entry point. */
  readonly connectionDeclarations: (context: ClientEmitContext, naming: Naming) => readonly Declaration[];
  /** Returns declarations that operations mention, and that versions share if they are equal. */
  readonly sharedDeclarations: (context: ClientEmitContext) => readonly Declaration[];
  readonly reading: (operation: Operation, context: ClientEmitContext) => Reading;
  /** Returns the type of an operation's constant, and its value. */
  readonly operation: (
    operation: Operation,
    input: Input,
    context: ClientEmitContext,
  ) => { readonly type: TypeCode; readonly value: Code };
  /** Returns the type of a body in the input, given its type in the types package. */
  readonly bodyType: (operation: Operation, type: string) => string;
  /** Returns the bodies of further media types that the input may have; undefined if it names no media type. */
  readonly bodyChoices?: (operation: Operation, types: ClientEmitContext['types']) => readonly BodyChoice[] | undefined;
  /** Returns the type of options that ask for one of some media types. */
  readonly acceptOptions?: (mediaTypes: readonly string[]) => string;
  /** Returns the name of the error for a status. */
  readonly errorOf: (status: string) => string;
  readonly readme: {
    readonly template: ReadmeParts;
    /** The name of the client in the examples. */
    readonly client: string;
    readonly facts: (api: Api) => Readonly<Record<string, unknown>>;
  };
}
