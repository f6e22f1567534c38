/** A version → the content of its server package, before it is printed. */
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
import { emitServer, type EmittedServer } from './emit-server.js';
import { packageFiles } from './package-files.js';
import type { ServerDialectName } from './server-dialect.js';
import { serverDialectNamed } from './server-dialect-named.js';

export interface ServerPackage {
  readonly emitted: EmittedServer;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedServer;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Files outside `gen/`. */
  readonly files: readonly OutputFile[];
}

export interface ServerOptions {
  readonly naming: Naming;
  readonly dialect: ServerDialectName;
  /** Passages of the README from the configuration. */
  readonly readmes?: ReadmePassages;
  /** The version that it extends, and its emitted server. */
  readonly base?: { readonly version: string; readonly emitted: EmittedServer; readonly exact: EmittedServer };
  /** The types of the version, plain and exact. */
  readonly types: { readonly plain: TypesContext; readonly exact: TypesContext };
  readonly contract: ContractContext;
}

export function serverPackage(
  api: Api,
  { naming, dialect: dialectName, types, contract, base, readmes = {} }: ServerOptions,
): ServerPackage {
  const dialect = serverDialectNamed(dialectName);
  const emitted = emitServer(api, naming, { types: types.plain, contract }, dialect, base && [base.emitted]);
  const bases = [...(base ? [base.exact] : []), emitted];
  const exact = emitServer(api, { ...naming, exact: true }, { types: types.exact, contract }, dialect, bases);
  return {
    emitted,
    exact,
    folder: packageFolder('server', api.version),
    modules: [...emitted.modules, ...exact.modules],
    files: packageFiles({ emitted: emitted.context, naming, readmes, ...(base && { extends: base.version }) }),
  };
}
