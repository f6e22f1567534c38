/** A version → the content of its server package, before it is printed. */
import { packageFolder, type CodeModule, type Naming, type OutputFile, type ReadmePassages } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { emitServer, type EmittedServer, type ServerFoundation } from './emit-server.js';
import { packageFiles } from './package-files.js';
import type { ServerDialectName } from './server-dialect.js';
import { serverDialectNamed } from './server-dialect-named.js';

export interface ServerPackage {
  readonly emitted: EmittedServer;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Files outside `gen/`. */
  readonly files: readonly OutputFile[];
}

export interface ServerOptions extends ServerFoundation {
  readonly naming: Naming;
  readonly dialect: ServerDialectName;
  /** Passages of the README from the configuration. */
  readonly readmes?: ReadmePassages;
  /** The version that it extends, and its emitted server. */
  readonly base?: { readonly version: string; readonly emitted: EmittedServer };
}

export function serverPackage(
  api: Api,
  { naming, dialect, types, contract, base, readmes = {} }: ServerOptions,
): ServerPackage {
  const emitted = emitServer(api, naming, { types, contract }, serverDialectNamed(dialect), base?.emitted);
  return {
    emitted,
    folder: packageFolder('server', api.version),
    modules: emitted.modules,
    files: packageFiles({ emitted: emitted.context, naming, readmes, ...(base && { extends: base.version }) }),
  };
}
