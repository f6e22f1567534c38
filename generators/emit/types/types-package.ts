/** A version → the content of its types package, before it is printed. */
import { packageFolder, type CodeModule, type Naming, type OutputFile, type ReadmePassages } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { emitTypes, type EmittedTypes } from './emit-types.js';
import { packageFiles } from './package-files.js';
import type { TypeNames } from './names.js';

export interface TypesPackage {
  readonly emitted: EmittedTypes;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedTypes;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** The `paths` module without its head, if it is requested; `text` generates it. */
  readonly paths?: { readonly path: string; readonly text: () => Promise<string> };
  /** Files outside `gen/`. */
  readonly files: readonly OutputFile[];
}

export interface TypesOptions {
  readonly naming: Naming;
  /** Passages of the README from the configuration. */
  readonly readmes?: ReadmePassages;
  /** The version that it extends, and its emitted entry points. */
  readonly base?: { readonly version: string; readonly emitted: EmittedTypes; readonly exact: EmittedTypes };
  /** Returns the text of the `paths` module; left out if none is requested. */
  readonly paths?: (names: TypeNames) => Promise<string>;
}

export function typesPackage(api: Api, { naming, base, paths, readmes = {} }: TypesOptions): TypesPackage {
  const emitted = emitTypes(api, naming, { base: base?.emitted });
  const exact = emitTypes(api, { ...naming, exact: true }, { base: base?.exact, plain: emitted });
  const folder = packageFolder('types', api.version);
  return {
    emitted,
    exact,
    folder,
    modules: [...emitted.modules, ...exact.modules],
    ...(paths && { paths: { path: `${folder}/gen/paths.ts`, text: () => paths(emitted.names) } }),
    files: packageFiles({
      api,
      naming,
      hasPaths: paths !== undefined,
      readmes,
      ...(base && { extends: base.version }),
    }),
  };
}
