/** The model of a version → the modules of its server package. */
import {
  commentText,
  reexported,
  type ContractContext,
  type EmittedEntry,
  type Naming,
  type TypesContext,
} from '../../code/index.js';
import type { Api } from '../../ir/index.js';
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

/** Emits a server package. @param base the extended version, whose equal declarations are re-exported by name */
export function emitServer(
  api: Api,
  naming: Naming,
  { types, contract }: ServerFoundation,
  dialect: ServerDialect,
  base?: EmittedServer,
): EmittedServer {
  const names = new ServerNames(api, naming, contract, dialect);
  const context: ServerEmitContext = { api, names, types, dialect };
  const version = commentText(api.version).replaceAll('\n', ' ');
  const about = new Map(
    names.nouns.map((noun) => [names.handlers(noun).home.path, `Handlers of ${names.noun(noun)}.`] as const),
  );
  const entry = reexported(
    {
      package: names.package,
      index: 'gen/index.ts',
      declarations: [
        ...api.operations.flatMap((operation) => callDeclarations(operation, context)),
        ...names.nouns.map((noun) =>
          handlersDeclaration(
            noun,
            api.operations.filter((operation) => operation.noun === noun),
            names,
          ),
        ),
      ],
      versionSpecific: serverDeclarations(context, contract),
      about: (path) => about.get(path) ?? `The server of API version ${version}.`,
      reexports: [...runtimeReexports, ...dialect.reexports, contract.contract],
      origin: types.origin,
    },
    base && [base],
  );
  return { ...entry, context };
}
