/** A version → everything its types package holds, still to be printed. */
import { packageFolder, type CodeModule, type Naming, type OutputFile, type ReadmePassages } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { emitTypes, type EmittedTypes } from './emit-types.js';
import { packageFiles } from './package-files.js';
import type { Names } from './names.js';

export interface TypesPackage {
  readonly emitted: EmittedTypes;
  /** The entry whose large integers are `bigint`. */
  readonly exact: EmittedTypes;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** The `paths` module without its head, when one is wanted: its text is generated when it is asked for. */
  readonly paths?: { readonly path: string; readonly text: () => Promise<string> };
  /** Files outside `gen/`. */
  readonly files: readonly OutputFile[];
}

export interface TypesOptions {
  readonly naming: Naming;
  /** Passages that the configuration brings. */
  readonly readmes?: ReadmePassages;
  /** The version it extends, and what was emitted for it. */
  readonly base?: { readonly version: string; readonly emitted: EmittedTypes; readonly exact: EmittedTypes };
  /** The text of the `paths` module, when one is wanted. */
  readonly paths?: (names: Names) => Promise<string>;
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
