/** The model of a version → the modules of its server package. */
import {
  operationsByNoun,
  commentText,
  modulePath,
  reexported,
  type ContractContext,
  type EmittedEntry,
  type Naming,
  type TypesContext,
  type Api,
} from '../../emitter/index.js';
import { callDeclarations } from './call.js';
import { serverDeclarations } from './create-server.js';
import type { ServerEmitContext } from './handler-results.js';
import { handlersDeclaration } from './handlers.js';
import { ServerNames } from './names.js';
import { runtimeReexports } from './runtime.js';
import type { ServerDialect } from './server-dialect.js';

export interface EmittedServer extends EmittedEntry {
  readonly context: ServerEmitContext;
}

/** The types and the contract that the server of a version is built on. */
export interface ServerFoundation {
  readonly types: TypesContext;
  readonly contract: ContractContext;
}

/**
 * Emits an entry point of a server package.
 *
 * @param bases the entry points whose equal declarations are re-exported by name, the nearest last: that of the extended
 *   version, and for the exact entry point also the plain one of the same version
 */
export function emitServer(
  api: Api,
  naming: Naming,
  { types, contract }: ServerFoundation,
  dialect: ServerDialect,
  bases: readonly EmittedServer[] = [],
): EmittedServer {
  const names = new ServerNames(api, naming, contract, dialect);
  const context: ServerEmitContext = { api, names, types, dialect };
  const version = commentText(api.version).replaceAll('\n', ' ');
  const about = new Map(names.nouns.map((noun) => [names.handlers(noun).home.path, `Handlers of ${noun}.`] as const));
  const entry = reexported(
    {
      package: names.package,
      index: modulePath(naming, 'index'),
      declarations: [
        ...api.operations.flatMap((operation) => callDeclarations(operation, context)),
        ...[...operationsByNoun(api)].map(([noun, operations]) => handlersDeclaration(noun, operations, names)),
      ],
      versionSpecific: serverDeclarations(context, contract, naming),
      about: (path) =>
        about.get(path) ?? `The server of API version ${version}${naming.exact ? ', with exact integers' : ''}.`,
      reexports: [...runtimeReexports, ...dialect.reexports, contract.contract],
      origin: types.origin,
    },
    bases,
  );
  return { ...entry, context };
}
