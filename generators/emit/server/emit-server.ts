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
  mention,
  propertyKey,
  operationDocComment,
  type Declaration,
  StructureKind,
  type Operation,
} from '../../emitter/index.js';
import { callDeclarations } from './call.js';
import { serverDeclarations } from './create-server.js';
import type { ServerEmitContext } from './handler-results.js';
import { ServerNames } from './names.js';
import { runtimeReexports, errorOf, runtime } from './runtime.js';
import type { ServerDialect } from './server-dialect.js';
import type { PropertySignatureStructure } from 'ts-morph';

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

/** Returns the interface of a noun's handlers. @param operations all operations of the noun */
function handlersDeclaration(noun: string, operations: readonly Operation[], names: ServerNames): Declaration {
  const symbol = names.handlers(noun);
  return {
    symbols: [symbol],
    members: operations.map(({ verb }) => verb),
    statements: [
      {
        kind: StructureKind.Interface,
        isExported: true,
        name: symbol.name,
        docs: [`The handlers of the operations of \`${noun}\`.`],
        properties: operations.map((operation) => handlerProperty(operation, names)),
      },
    ],
  };
}

// A property, not a method: parameters of methods are bivariant, so a handler of another operation would be assignable.
function handlerProperty(operation: Operation, names: ServerNames): PropertySignatureStructure {
  const [call, result] = [names.call(operation), names.result(operation)].map(mention);
  return {
    kind: StructureKind.PropertySignature,
    name: propertyKey(operation.verb),
    type: `(call: ${call ?? ''}) => ${runtime('Awaitable')}<${result ?? ''}>`,
    docs: operationDocComment(operation, errorOf),
  };
}
