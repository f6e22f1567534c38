/** The interface of emitters that generate a package for each version: built-in ones, and those of other packages. */
import type {
  CodeModule,
  CodeSymbol,
  Declaration,
  JsonFile,
  Naming,
  OutputFile,
  PackageManifest,
} from '../code/index.js';
import type { JsonObject } from '../document/index.js';
import type { Api, UnsupportedFeatures } from '../ir/index.js';
import type { Lineage } from './lineage.js';
import type { EmitterSymbols, SymbolsName, SymbolsOf } from './symbols.js';

/** The symbols of emitters that are needed, and of those that are described if they are generated. */
export type NeededSymbols<Needs extends SymbolsName, Describes extends SymbolsName> = SymbolsName extends Needs
  ? Partial<EmitterSymbols> // of any emitter
  : Pick<EmitterSymbols, Needs> & Partial<Pick<EmitterSymbols, Describes>>;

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
  /** The model of the version: groups, operations, schemas, state sets. Its strings come from a document and are untrusted. */
  readonly api: Api;
  /**
   * The version and those that it extends, with the differences between them: the only versions that a package depends on.
   */
  readonly lineage: Lineage;
  /** The options of the configuration. */
  readonly options: Options;
  /** The part of the plan for this version. */
  readonly plan: Plan;
  readonly naming: Naming;
  /** The head of each file: its source, and the command that generates it. The generator adds it to modules. */
  readonly head: readonly string[];
  /** The folder of the package, below the output folder. */
  readonly folder: string;
  /** The name of the package: `@lading/msw-v1.44`. */
  readonly package: string;
  /** Returns a symbol of this package: `symbol('petList', 'pet')` is declared in `gen/pet.ts`. */
  readonly symbol: (name: string, module: string, kind?: 'value' | 'type') => CodeSymbol;
  /** Returns a symbol of any other package: `from('msw', 'http')`. */
  readonly from: (packageName: string, name: string, kind?: 'value' | 'type') => CodeSymbol;
  /**
   * The nearest extended version that has such a package, and what its emission retained. Versions between the two need no
   * packages, and users install none of them.
   */
  readonly base?: { readonly version: string; readonly retained: Retained };
  /** The symbols of the emitters that this one needs, and of those that it describes if they are generated. */
  readonly needs: NeededSymbols<Needs, Describes>;
  /** The symbols of the version that this one extends: of the emitters of `needsOfExtended`. */
  readonly extended: Partial<EmitterSymbols>;
}

/** The content of a package. Without modules, declarations and files there is no package, only symbols. */
export interface EmittedContent {
  /**
   * Everything that the main entry point exports, as if no other version existed: declarations that the base has with the
   * same meaning are re-exported from there by name. The code is formatted when it is written.
   */
  readonly declarations?: readonly Declaration[];
  /** The description of the modules of the declarations in one sentence, by their paths (`gen/pet.ts`). */
  readonly about?: Readonly<Record<string, string>>;
  /** Modules that are complete, re-exports included: for packages with several entry points. */
  readonly modules?: readonly CodeModule[];
  /** Files of any type, by their paths in the folder of the package. Bytes are in base64. */
  readonly files?: readonly (OutputFile | JsonFile)[];
  /**
   * What its package.json, tsconfig.json and README say; the generator writes them. Without a manifest the package has the
   * files of its emitter alone.
   */
  readonly manifest?: PackageManifest;
}

/** The result of an emitter: a package, and what others refer to. */
export type Emission<Symbols = unknown, Retained = unknown> = EmittedContent &
  /** What other emitters refer to. */
  Property<'symbols', Symbols> &
  /** What the packages of versions that extend this one need of it; released when none is left. */
  Property<'retained', Retained>;

/** A property that may be missing if its value may be undefined. */
type Property<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value };

/** Generates the package of a version. It is pure: equal requests give equal emissions. */
export interface VersionEmitter<
  Name extends string = string,
  Options = unknown,
  Needs extends SymbolsName = SymbolsName,
  Describes extends SymbolsName = SymbolsName,
  Plan = unknown,
  Retained = unknown,
> {
  /** The name, as in `v1.44/types` and `@lading/types-v1.44`: lower-case letters, digits and `-`. */
  readonly name: Name;
  /** The JSON Schema of its options in the configuration. @default it has no options */
  readonly options?: JsonObject;
  /** Emitters whose symbols the package mentions: they run too, and before. The package depends on theirs. */
  readonly needs?: readonly Needs[];
  /** Emitters whose packages this one describes if they are generated: they run before. */
  readonly describes?: readonly Describes[];
  /** Emitters that the extended version must have. A version that extends none then gets no package. */
  readonly needsOfExtended?: readonly SymbolsName[];
  /** The file of a custom emitter, which errors name. The generator sets it. */
  readonly place?: string;
  /** Returns what happens to each feature that its packages do not support. @default they support all */
  unsupported?(options: Options): UnsupportedFeatures;
  /**
   * Tells whether its packages validate messages by the schemas of the document: `generate` then warns of constraints that
   * they do not check. @default they do not
   */
  validates?(options: Options): boolean;
  /** Decides what depends on all versions: returns data by version. @param apis the versions, oldest first */
  plan?(apis: readonly Api[], options: Options): ReadonlyMap<string, Plan>;
  /** @throws any error: it is reported with the name of the emitter, and nothing is written */
  emit(
    request: VersionRequest<Options, Needs, Describes, Plan, Retained>,
  ): Emission<SymbolsOf<Name>, Retained> | Promise<Emission<SymbolsOf<Name>, Retained>>;
}

/**
 * Returns the given emitter; the compiler checks its type. It is called twice, since TypeScript infers either all type
 * parameters of a call or none: `defineEmitter<Options, Retained>()({ name, … })`, or without either `defineEmitter()({ … })`.
 */
export function defineEmitter<Options = object, Retained = undefined>() {
  return <
    const Name extends string,
    Needs extends SymbolsName = never,
    Describes extends SymbolsName = never,
    Plan = undefined,
  >(
    emitter: VersionEmitter<Name, Options, Needs, Describes, Plan, Retained>,
  ): VersionEmitter<Name, Options, Needs, Describes, Plan, Retained> => emitter;
}
