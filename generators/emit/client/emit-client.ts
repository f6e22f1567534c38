/** The model of a version → the modules of an entry point of its client package. */
import {
  operationsByNoun,
  modulePath,
  reexported,
  type ContractContext,
  type EmittedEntry,
  type Naming,
  type TypesContext,
  type Api,
  commentText,
  constant,
  type Declaration,
  type Operation,
  propertyKey,
  docComment,
  StructureKind,
} from '../../emitter/index.js';
import { callsDeclarations } from './calls.js';
import type { ClientEmitContext } from './client-emit-context.js';
import type { ClientRuntime } from './client-runtime.js';
import { codecDeclarations } from './codec.js';
import { inputDeclaration, inputOf } from './input.js';
import { ClientNames } from './names.js';

export interface EmittedClient extends EmittedEntry {
  readonly context: ClientEmitContext;
}

/** The types, the contract and the runtime that the client of a version is built on. */
export interface ClientFoundation {
  readonly types: TypesContext;
  readonly contract: ContractContext;
  readonly runtime: ClientRuntime;
}

/**
 * Emits an entry point of a client package.
 *
 * @param bases the entry points whose equal declarations are re-exported by name, the nearest last: that of the extended
 *   version, and for the exact entry point also the plain one of the same version
 */
export function emitClient(
  api: Api,
  naming: Naming,
  { types, contract, runtime }: ClientFoundation,
  bases: readonly EmittedClient[] = [],
): EmittedClient {
  const names = new ClientNames(api, naming, runtime);
  const context: ClientEmitContext = { api, names, types, contract, runtime };
  const entry = reexported(
    {
      package: names.package,
      index: modulePath(naming, 'index'),
      declarations: [
        ...runtime.sharedDeclarations(context),
        ...api.operations.flatMap((operation) => [
          ...inputDeclaration(operation, context),
          ...headersDeclaration(operation, context),
          operationDeclaration(operation, context),
        ]),
        ...[...operationsByNoun(api)].flatMap(([noun, operations]) => callsDeclarations(noun, operations, context)),
      ],
      versionSpecific: [
        ...runtime.connectionDeclarations(context, naming),
        ...(naming.exact ? codecDeclarations(context, bases.length > 1 ? bases[0]?.context : undefined) : []),
      ],
      about: aboutModules(context, naming),
      reexports: runtime.reexports,
      origin: (symbol) => types.origin(symbol) ?? contract.origin(symbol),
    },
    bases,
  );
  return { ...entry, context };
}

function aboutModules({ api, names, runtime }: ClientEmitContext, naming: Naming): (path: string) => string {
  const exact = naming.exact ? ', with exact integers' : '';
  const about = new Map<string, string>(
    names.nouns.map((noun) => [names.calls(noun).home.path, `Methods of ${names.member(noun)}.`]),
  );
  const { module, about: aboutConnection } = runtime.connection;
  about.set(modulePath(naming, module), `${aboutConnection(api.version)}${exact}.`);
  about.set(modulePath(naming, 'codec'), 'Reads and writes 64-bit integers.');
  return (path) => about.get(path) ?? `The client of API version ${api.version}${exact}.`;
}

/** An operation → the constant that describes its call. */
function operationDeclaration(operation: Operation, context: ClientEmitContext): Declaration {
  const symbol = context.names.operation(operation);
  const { method, path } = operation;
  const code = context.runtime.operation(operation, inputOf(operation, context), context);
  const comment = commentText(`\`${method} ${path}\``).replaceAll('\n', ' ');
  return { symbols: [symbol], statements: [constant({ name: symbol.name, ...code, comment })] };
}

/** The headers of a response that has no body, where the operation is about them. */
function headersDeclaration(operation: Operation, context: ClientEmitContext): readonly Declaration[] {
  const { headers } = context.runtime.reading(operation, context);
  if (headers === undefined) return [];
  const symbol = context.names.headers(operation);
  // Names are lower-case, as HTTP compares them; a repeated header occurs once.
  const fields = new Map(headers.map((field) => [field.name.toLowerCase(), field] as const));
  const method = `${context.names.calls(operation.noun).name}.${operation.verb}`;
  return [
    {
      symbols: [symbol],
      statements: [
        {
          kind: StructureKind.Interface,
          isExported: true,
          name: symbol.name,
          docs: [`The headers that {@link ${method}} returns, with names in lower case.`],
          properties: [...fields].map(([name, field]) => ({
            kind: StructureKind.PropertySignature,
            name: propertyKey(name),
            type: 'string',
            hasQuestionToken: true,
            isReadonly: true,
            docs: docComment(field),
          })),
        },
      ],
    },
  ];
}
