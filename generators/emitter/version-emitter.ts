/** The interface of emitters that generate a package for each version. */
import type { CodeModule, JsonFile, Naming, OutputFile } from '../code/index.js';
import type { Api, UnsupportedFeatures } from '../ir/index.js';
import type { Lineage } from './lineage.js';
import type { EmitterSymbols, SymbolsName, SymbolsOf } from './symbols.js';

/** The symbols of emitters that are needed, and of those that are described if they are generated. */
export type NeededSymbols<Needs extends SymbolsName, Describes extends SymbolsName> = Pick<EmitterSymbols, Needs> &
  Partial<Pick<EmitterSymbols, Describes>>;

/**
 * The inputs of one package. Its result is cached by the emitter and the whole request: data by value; versions, symbols and
 * what the base retained by identity.
 */
export interface VersionRequest<
  Options = unknown,
  Needs extends SymbolsName = SymbolsName,
  Describes extends SymbolsName = SymbolsName,
  Plan = unknown,
  Retained = unknown,
> {
  /** The model of the version. */
  readonly api: Api;
  /** The version and those that it extends: the only versions that a package depends on. */
  readonly lineage: Lineage;
  readonly options: Options;
  /** The part of the plan for this version. */
  readonly plan: Plan;
  readonly naming: Naming;
  /** The head of each file: its source, and the command that generates it. */
  readonly head: readonly string[];
  /** The folder of the package, below the output folder. */
  readonly folder: string;
  /**
   * The nearest extended version that has such a package, and what its emission retained. Versions between the two need no
   * packages, and users install none of them.
   */
  readonly base?: { readonly version: string; readonly retained: Retained };
  readonly needs: NeededSymbols<Needs, Describes>;
  /** The symbols of the version that this one extends: of the emitters of `needsOfExtended`. */
  readonly extended: Partial<EmitterSymbols>;
}

/** The content of a package, before it is printed. Without modules and files there is no package, only symbols. */
export interface Emission<Symbols = unknown, Retained = unknown> {
  readonly modules?: readonly CodeModule[];
  /** Files that are no code, with paths below the output folder. */
  readonly files?: readonly (OutputFile | JsonFile)[];
  readonly symbols: Symbols;
  /** What the packages of versions that extend this one need of it; released when none is left. */
  readonly retained: Retained;
}

/** Generates the package of a version. It is pure: equal requests give equal emissions. */
export interface VersionEmitter<
  Name extends string = string,
  Options = unknown,
  Needs extends SymbolsName = SymbolsName,
  Describes extends SymbolsName = SymbolsName,
  Plan = unknown,
  Retained = unknown,
> {
  /** The name, as in `v1.44/types` and `@lading/types-v1.44`. */
  readonly name: Name;
  /** Emitters whose symbols the package mentions: they run too, and before. */
  readonly needs?: readonly Needs[];
  /** Emitters whose packages this one describes if they are generated: they run before. */
  readonly describes?: readonly Describes[];
  /** Emitters that the extended version must have. A version that extends none then gets no package. */
  readonly needsOfExtended?: readonly SymbolsName[];
  /** Whether its packages contain code to compile. */
  readonly isCode?: true;
  /** Whether the compiled code needs the types of Node. */
  readonly needsNode?: true;
  /** Whether its packages may depend on more than the request, so that each run generates them. */
  readonly isImpure?: true;
  /** Returns what happens to each feature that its packages do not support. @default they support all */
  unsupported?(options: Options): UnsupportedFeatures;
  /** Decides what depends on all versions: returns data by version. @param apis the versions, oldest first */
  plan?(apis: readonly Api[], options: Options): ReadonlyMap<string, Plan>;
  emit(
    request: VersionRequest<Options, Needs, Describes, Plan, Retained>,
  ): Emission<SymbolsOf<Name>, Retained> | Promise<Emission<SymbolsOf<Name>, Retained>>;
}

/**
 * Returns the given emitter; the compiler checks its type. It is called twice, since TypeScript infers either all type
 * parameters of a call or none: `defineVersionEmitter<Options, Retained>()({ name, … })`.
 */
export function defineVersionEmitter<Options = object, Retained = undefined>() {
  return <
    const Name extends string,
    Needs extends SymbolsName = never,
    Describes extends SymbolsName = never,
    Plan = undefined,
  >(
    emitter: VersionEmitter<Name, Options, Needs, Describes, Plan, Retained>,
  ): VersionEmitter<Name, Options, Needs, Describes, Plan, Retained> => emitter;
}
