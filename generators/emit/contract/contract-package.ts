/** A version → the content of its contract package, before it is printed. */
import { packageFolder, type CodeModule, type Naming, type OutputFile, type Api } from '../../emitter/index.js';
import { emitContract, type EmittedContract } from './emit-contract.js';
import { packageFiles } from './package-files.js';

export interface ContractPackage {
  readonly emitted: EmittedContract;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Files outside `gen/`. */
  readonly files: readonly OutputFile[];
}

export interface ContractOptions {
  readonly naming: Naming;
  /** The version that it extends, and its emitted contract. */
  readonly base?: { readonly version: string; readonly emitted: EmittedContract };
}

export function contractPackage(api: Api, { naming, base }: ContractOptions): ContractPackage {
  const emitted = emitContract(api, naming, base?.emitted);
  return {
    emitted,
    folder: packageFolder('contract', api.version),
    modules: emitted.modules,
    files: packageFiles({ api, names: emitted.names, naming, ...(base && { extends: base.version }) }),
  };
}
