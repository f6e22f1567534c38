/** A version → the content of its types package, before it is printed. */
import {
  commentLines,
  packageFolder,
  type CodeModule,
  type Naming,
  type OutputFile,
  type ReadmePassages,
  type Api,
} from '../../emitter/index.js';
import { emitTypes, type EmittedTypes } from './emit-types.js';
import type { Identifiers } from './identifiers.js';
import { packageFiles } from './package-files.js';
import { pathsText } from './paths.js';

export interface TypesPackage {
  readonly emitted: EmittedTypes;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedTypes;
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  /** Files outside `gen/`, and the `paths` module. */
  readonly files: readonly OutputFile[];
}

export interface TypesOptions {
  readonly naming: Naming;
  /** Passages of the README from the configuration. */
  readonly readmes?: ReadmePassages;
  /** The identifiers of the version. @default those that it chooses alone */
  readonly identifiers?: Identifiers;
  /** The version that it extends, and its emitted entry points. */
  readonly base?: { readonly version: string; readonly emitted: EmittedTypes; readonly exact: EmittedTypes };
  /** Whether the package contains a `paths` module. */
  readonly paths?: boolean;
  /** The head of the `paths` module. */
  readonly head?: readonly string[];
}

export function typesPackage(
  api: Api,
  { naming, identifiers, base, paths = false, head = [], readmes = {} }: TypesOptions,
): TypesPackage {
  const named = identifiers && { identifiers };
  const emitted = emitTypes(api, naming, { base: base?.emitted, ...named });
  const exact = emitTypes(api, { ...naming, exact: true }, { base: base?.exact, plain: emitted, ...named });
  const folder = packageFolder('types', api.version);
  return {
    emitted,
    exact,
    folder,
    modules: [...emitted.modules, ...exact.modules],
    files: [
      ...packageFiles({ api, naming, hasPaths: paths, readmes, ...(base && { extends: base.version }) }),
      ...(paths
        ? [{ path: `${folder}/gen/paths.ts`, text: `${commentLines(head)}\n\n${pathsText(api, emitted.names)}` }]
        : []),
    ],
  };
}
