/** The interface of emitters that generate one package for all versions of an API. */
import type { CodeModule, CodeSymbol, Naming } from '../code/index.js';
import type { JsonObject } from '../document/index.js';
import type { Timeline } from '../ir/index.js';
import type { ConversionStep } from './lineage.js';
import type { EmitterSymbols, SymbolsName } from './symbols.js';
import type { EmittedContent } from './version-emitter.js';

/** All versions of an API. */
export interface ApiTimeline extends Timeline {
  /**
   * Returns the rules that convert between a version and the one that it extends; undefined for a version that extends none.
   *
   * @param ignoresUnknown whether servers ignore properties that they do not know
   */
  step(version: string, ignoresUnknown: boolean): ConversionStep | undefined;
}

/** The modules and symbols that the package of a version has, or would have. */
export interface EmbeddedPackage<Name extends SymbolsName = SymbolsName> {
  readonly modules: readonly CodeModule[];
  readonly symbols: EmitterSymbols[Name];
}

/** A generated package of a version. */
export interface EmittedPackage {
  /** The name of its emitter. */
  readonly emitter: string;
  readonly version: string;
  /** Its folder, below the output folder. */
  readonly folder: string;
}

/** The inputs of a package for all versions. Its result is cached by the emitter and the whole request. */
export interface ApiRequest<
  Options = unknown,
  Needs extends SymbolsName = SymbolsName,
  Embeds extends SymbolsName = SymbolsName,
> {
  readonly timeline: ApiTimeline;
  /** The options of the configuration. */
  readonly options: Options;
  readonly naming: Naming;
  /** The head of each file: its source, and the command that generates it. The generator adds it to modules. */
  readonly head: readonly string[];
  /** The folder of the package, below the output folder: the option `folder`, or the name of the emitter. */
  readonly folder: string;
  /** Returns a symbol of this package: `symbol('clients', 'clients')` is declared in `gen/clients.ts`. */
  readonly symbol: (name: string, module: string, kind?: 'value' | 'type') => CodeSymbol;
  /** Returns a symbol of any other package: `from('msw', 'http')`. */
  readonly from: (packageName: string, name: string, kind?: 'value' | 'type') => CodeSymbol;
  /** The symbols of the emitters that this one needs, by version, the newest first: of the versions that have such a package. */
  readonly needs: { readonly [Name in Needs]: ReadonlyMap<string, EmitterSymbols[Name]> };
  /** The packages to embed by version, each after the version that it extends: as if all versions had one. */
  readonly embedded: { readonly [Name in Embeds]: ReadonlyMap<string, EmbeddedPackage<Name>> };
  /** All packages of versions. */
  readonly packages: readonly EmittedPackage[];
}

/** The content of a package for all versions: its package.json is handwritten, or one of the files. */
export interface ApiEmission extends Pick<EmittedContent, 'modules' | 'files'> {
  /** Packages of versions, with their ranges: the dependencies of a handwritten package.json are updated accordingly. */
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Why an emitter cannot run, and what to do: two sentences without a full stop. */
export interface EmitterConflict {
  readonly subject: string;
  readonly remedy: string;
}

/** Generates one package for all versions. It is pure: equal requests give equal emissions. */
export interface ApiEmitter<
  Name extends string = string,
  Options = unknown,
  Needs extends SymbolsName = SymbolsName,
  Embeds extends SymbolsName = SymbolsName,
> {
  readonly scope: 'api';
  /** The name: lower-case letters, digits and `-`. */
  readonly name: Name;
  /** The JSON Schema of its options in the configuration. @default `folder` alone */
  readonly options?: JsonObject;
  /** Emitters whose symbols the package mentions. It gets those of the versions for which they run. */
  readonly needs?: readonly Needs[];
  /** Emitters whose packages this one contains for versions that have none. */
  readonly embeds?: readonly Embeds[];
  /** Whether it generates the modules of a handwritten package, which a generated workspace cannot contain. @default false */
  readonly isHandwritten?: boolean;
  /** The file of a custom emitter, which errors name. The generator sets it. */
  readonly place?: string;
  /**
   * Returns why it cannot run with these options beside those of other emitters.
   *
   * @param optionsOf returns the options of an emitter, undefined if the configuration does not list it
   * @default it can
   */
  conflict?(options: Options, optionsOf: (emitter: string) => object | undefined): EmitterConflict | undefined;
  /** @throws any error: it is reported with the name of the emitter, and nothing is written */
  emit(request: ApiRequest<Options, Needs, Embeds>): ApiEmission | Promise<ApiEmission>;
}

/** Returns the conflict of an emitter for the packages of another one, which does not run. */
export function withoutPackages(name: string, of: string): EmitterConflict {
  return {
    subject: `There are no packages for "${name}"`,
    remedy: `Add "${of}", the packages of single versions, to "emitters"`,
  };
}

/** Returns the given emitter for the packages of all versions; the compiler checks its type. See `defineEmitter`. */
export function defineApiEmitter<Options = object>() {
  return <const Name extends string, Needs extends SymbolsName = never, Embeds extends SymbolsName = never>(
    emitter: Omit<ApiEmitter<Name, Options, Needs, Embeds>, 'scope'>,
  ): ApiEmitter<Name, Options, Needs, Embeds> => ({ ...emitter, scope: 'api' });
}
