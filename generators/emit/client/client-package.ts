/** A version → everything its client package holds, still to be printed. */
import { packageFolder, type CodeModule, type Naming, type OutputFile } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { emitClient, type EmittedClient } from './emit-client.js';
import { packageFiles } from './package-files.js';
import type { TypesRoom } from './types-room.js';

export interface ClientPackage {
  readonly emitted: EmittedClient;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Files outside `gen/`. */
  readonly files: readonly OutputFile[];
}

export interface ClientOptions {
  readonly naming: Naming;
  /** The types of the version. */
  readonly types: TypesRoom;
  /** The version it extends, and what was emitted for it. */
  readonly base?: { readonly version: string; readonly emitted: EmittedClient };
}

export function clientPackage(api: Api, { naming, types, base }: ClientOptions): ClientPackage {
  const emitted = emitClient(api, naming, types, base?.emitted);
  return {
    emitted,
    folder: packageFolder('client', api.version),
    modules: emitted.modules,
    files: packageFiles({ rooms: emitted.rooms, naming, ...(base && { extends: base.version }) }),
  };
}
