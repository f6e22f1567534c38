/** A version → everything its types package holds, still to be printed. */
import { packageFolder, type CodeModule, type Naming, type OutputFile, type ReadmePassages } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { memoBy } from '../../memo/index.js';
import { emitTypes, type EmittedTypes } from './emit-types.js';
import { packageFiles } from './package-files.js';
import type { Names } from './names.js';

export interface TypesPackage {
  readonly emitted: EmittedTypes;
  /** The entry whose large integers are `bigint`. */
  readonly exact: EmittedTypes;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Texts that stand in `gen/` and only want a head. */
  readonly texts: readonly OutputFile[];
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

const entries = memoBy<Pick<TypesPackage, 'emitted' | 'exact'>>();

export async function typesPackage(
  api: Api,
  { naming, base, paths: wanted, readmes = {} }: TypesOptions,
): Promise<TypesPackage> {
  const { emitted, exact } = entries([api, naming, ...(base ? [base.emitted, base.exact] : [])], () => {
    const plain = emitTypes(api, naming, { base: base?.emitted });
    return { emitted: plain, exact: emitTypes(api, { ...naming, exact: true }, { base: base?.exact, plain }) };
  });
  const folder = packageFolder('types', api.version);
  const paths = await wanted?.(emitted.names);
  return {
    emitted,
    exact,
    folder,
    modules: [...emitted.modules, ...exact.modules],
    texts: paths === undefined ? [] : [{ path: `${folder}/gen/paths.ts`, text: paths }],
    files: packageFiles({
      api,
      naming,
      hasPaths: paths !== undefined,
      readmes,
      ...(base && { extends: base.version }),
    }),
  };
}
