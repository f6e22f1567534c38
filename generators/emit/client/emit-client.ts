/** The model of a version → the modules of an entry of its client package. */
import {
  modulePath,
  reexported,
  type ContractContext,
  type EmittedEntry,
  type Naming,
  type TypesContext,
} from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { callsDeclarations } from './calls.js';
import { codecDeclarations } from './codec.js';
import { engineDeclarations } from './engine.js';
import { headersDeclaration } from './headers.js';
import { inputDeclaration } from './input.js';
import { ClientNames } from './names.js';
import { operationDeclaration } from './operation.js';
import type { EmitContext } from './reading.js';
import { passedOn } from './runtime.js';

export interface EmittedClient extends EmittedEntry {
  readonly context: EmitContext;
}

/** What the client of a version is built on. */
export interface ClientFoundation {
  readonly types: TypesContext;
  readonly contract: ContractContext;
}

/**
 * @param bases what is re-exported by name where it is equal, the nearest last: the version it extends; for the exact entry
 *   that of the version it extends, and the plain one of its own version
 */
export function emitClient(
  api: Api,
  naming: Naming,
  { types, contract }: ClientFoundation,
  bases: readonly EmittedClient[] = [],
): EmittedClient {
  const names = new ClientNames(api, naming);
  const context: EmitContext = { api, names, types, contract };
  const ofNoun = (noun: string) => api.operations.filter((operation) => operation.noun === noun);
  const entry = reexported(
    {
      package: names.package,
      index: modulePath(naming, 'index'),
      declarations: [
        ...api.operations.flatMap((operation) => [
          ...inputDeclaration(operation, context),
          ...headersDeclaration(operation, context),
          operationDeclaration(operation, context),
        ]),
        ...names.nouns.flatMap((noun) => callsDeclarations(noun, ofNoun(noun), context)),
      ],
      ofVersion: [
        ...engineDeclarations(context, naming),
        ...(naming.exact ? codecDeclarations(context, bases.length > 1 ? bases[0]?.context : undefined) : []),
      ],
      about: aboutModules(context, naming),
      reexports: passedOn,
      origin: (symbol) => types.origin(symbol) ?? contract.origin(symbol),
    },
    bases,
  );
  return { ...entry, context };
}

function aboutModules({ api, names }: EmitContext, naming: Naming): (path: string) => string {
  const exact = naming.exact ? ', with exact integers' : '';
  const about = new Map<string, string>(
    names.nouns.map((noun) => [names.calls(noun).home.path, `Methods of ${names.table(noun).name}.`]),
  );
  about.set(modulePath(naming, 'engine'), `The engine of API version ${api.version}${exact}.`);
  about.set(modulePath(naming, 'codec'), 'Reads and writes 64-bit integers.');
  return (path) => about.get(path) ?? `The client of API version ${api.version}${exact}.`;
}
