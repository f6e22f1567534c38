/** An umbrella: a handwritten package for all versions, and its generated part. */
import type { Naming } from '../../code/index.js';
import type { ServerDialectName } from '../../emit/server/index.js';
import type { ConvertedStep } from '../../emit/overlay/index.js';
import type { Api, Timeline } from '../../ir/index.js';
import type { ServerConversions, UmbrellaPackage } from '../../emit/umbrella/index.js';

/** The kinds of umbrellas: those of packages of versions, and that of the conversions. */
export const umbrellaKinds = ['client', 'server', 'docs', 'conversions'] as const;

export type UmbrellaKind = (typeof umbrellaKinds)[number];

/** An umbrella of the configuration. */
export interface Umbrella {
  readonly kind: UmbrellaKind;
  /** The folder: the output folder, or one below it. */
  readonly folder: string;
}

/** The inputs of an umbrella. */
export interface UmbrellaInputs {
  readonly naming: Naming;
  readonly folder: string;
  /** The versions that have a package of the kind, the newest first. */
  readonly versions: readonly string[];
  /** The versions that have a contract package. */
  readonly contracts: readonly string[];
  readonly timeline: Timeline;
  readonly apiOf: (version: string) => Api;
  readonly serverDialect: ServerDialectName;
  /** The package of the conversions and contracts of all versions, if servers load them. */
  readonly serverConversions?: ServerConversions | undefined;
  /** The versions whose overlay package has all conversions, each with the version it extends. */
  readonly overlays: readonly { readonly version: string; readonly extends: string }[];
  /** Returns the neighbouring versions with the rules that convert between them, the newest first. */
  readonly steps: () => readonly ConvertedStep[];
}

/** How the umbrella of a kind is generated. */
export interface UmbrellaEmitter {
  /** The kinds of packages that the umbrella depends on. */
  readonly packageKinds: readonly string[];
  readonly emit: (inputs: UmbrellaInputs) => UmbrellaPackage;
}
