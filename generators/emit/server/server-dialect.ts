/** What differs between servers that speak HTTP as engines do and those that follow the standards. */
import type {
  CodeSymbol,
  Declaration,
  ReadmeParts,
  TypeCode,
  Api,
  Operation,
  SuccessResponse,
  UnsupportedFeatures,
} from '../../emitter/index.js';
import type { ServerEmitContext } from './handler-results.js';

/** The names of the dialects. */
export type ServerDialectName = 'standard' | 'engine';

/** What servers of both dialects do with operations whose requests are equal. */
export const equalRequests = 'does not tell them apart: the first one handles the requests of both';

export interface ServerDialect {
  readonly unsupported: UnsupportedFeatures;
  /** Whether servers reject requests that do not fit the schemas of the document. */
  readonly validates: boolean;
  /** The function of the runtime that creates a server. */
  readonly create: 'createEngineServer' | 'createStandardServer';
  /** The type of the server. */
  readonly server: 'EngineServer' | 'ApiServer';
  /** The name of the module with the function that creates a server. */
  readonly module: string;
  /** The symbols that a server package re-exports, so that its users need no other package. */
  readonly reexports: readonly CodeSymbol[];
  /** The names that `options` declares. */
  readonly reservedNames: readonly string[];
  /** Whether calls have cookies. */
  readonly hasCookies: boolean;
  /** Returns the type of the options and what declares it. @param home the module */
  readonly options: (api: Api, home: CodeSymbol['home']) => ServerOptionsCode;
  /** Returns the type of `call.identity`; undefined if the operation needs no authentication. */
  readonly identityType: (operation: Operation) => TypeCode | undefined;
  /** Returns the type of a body that the operation has. */
  readonly bodyType: (operation: Operation, context: ServerEmitContext) => TypeCode;
  readonly resultType: (operation: Operation, response: SuccessResponse, context: ServerEmitContext) => string;
  /** Returns the replies with which a handler responds with a declared error. */
  readonly errorReplies: (operation: Operation, context: ServerEmitContext) => readonly TypeCode[];
  readonly readme: ReadmeParts;
}

interface ServerOptionsCode {
  readonly type: string;
  /** Whether a server cannot be created without options. */
  readonly isRequired: boolean;
  /**
   * The type parameter `Identities` with its default, if the types of handlers and options depend on what the security handlers
   * return.
   */
  readonly identities?: string;
  readonly declarations: readonly Declaration[];
}
