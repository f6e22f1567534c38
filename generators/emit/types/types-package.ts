/** A version → the content of its types package, before it is printed. */
import {
  commentLines,
  packageFolder,
  packageName,
  type CodeModule,
  type Naming,
  type OutputFile,
  type ReadmePassages,
  type Api,
} from '../../emitter/index.js';
import { emitTypes, type EmittedTypes } from './emit-types.js';
import type { Identifiers } from './identifiers.js';
import { packageFiles } from './package-files.js';
import { emitPaths, type EmittedPaths, type PathsBase } from './paths.js';

export interface TypesPackage {
  readonly emitted: EmittedTypes;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedTypes;
  /** The `paths` module, if there is one. */
  readonly emittedPaths?: EmittedPaths;
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
  readonly base?: { readonly version: string } & Pick<TypesPackage, 'emitted' | 'exact' | 'emittedPaths'>;
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
  const emittedPaths = paths ? emitPaths(api, emitted, pathsBase(base, naming)) : undefined;
  return {
    emitted,
    exact,
    ...(emittedPaths && { emittedPaths }),
    folder,
    modules: [...emitted.modules, ...exact.modules],
    files: [
      ...packageFiles({ api, naming, hasPaths: paths, readmes, ...(base && { extends: base.version }) }),
      ...(emittedPaths
        ? [{ path: `${folder}/gen/paths.ts`, text: `${commentLines(head)}\n\n${emittedPaths.text}` }]
        : []),
    ],
  };
}

function pathsBase(base: TypesOptions['base'], naming: Naming): PathsBase | undefined {
  const { version = '', emittedPaths: emitted } = base ?? {};
  return emitted && { package: packageName(naming, 'types', version), emitted };
}
