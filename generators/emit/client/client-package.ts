/** A version → the content of its client package, before it is printed. */
import {
  packageFolder,
  type CodeModule,
  type ContractContext,
  type Naming,
  type OutputFile,
  type ReadmePassages,
  type TypesContext,
  type Api,
} from '../../emitter/index.js';
import { clientRuntimeNamed } from './client-runtime-named.js';
import type { ClientRuntimeName } from './client-runtime.js';
import { emitClient, type EmittedClient } from './emit-client.js';
import { packageFiles } from './package-files.js';

export interface ClientPackage {
  readonly emitted: EmittedClient;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedClient;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Files outside `gen/`. */
  readonly files: readonly OutputFile[];
}

export interface ClientOptions {
  readonly naming: Naming;
  /** The runtime that the client stands on. */
  readonly runtime: ClientRuntimeName;
  /** Passages of the README from the configuration. */
  readonly readmes?: ReadmePassages;
  /** The types of the version, plain and exact. */
  readonly types: { readonly plain: TypesContext; readonly exact: TypesContext };
  readonly contract: ContractContext;
  /** The version that it extends, and its emitted entry points. */
  readonly base?: { readonly version: string; readonly emitted: EmittedClient; readonly exact: EmittedClient };
}

export function clientPackage(api: Api, options: ClientOptions): ClientPackage {
  const { naming, types, contract, base, readmes = {} } = options;
  const runtime = clientRuntimeNamed(options.runtime);
  const emitted = emitClient(api, naming, { types: types.plain, contract, runtime }, base && [base.emitted]);
  const bases = [...(base ? [base.exact] : []), emitted];
  const exact = emitClient(api, { ...naming, exact: true }, { types: types.exact, contract, runtime }, bases);
  return {
    emitted,
    exact,
    folder: packageFolder('client', api.version),
    modules: [...emitted.modules, ...exact.modules],
    files: packageFiles({ context: emitted.context, naming, readmes, ...(base && { extends: base.version }) }),
  };
}
