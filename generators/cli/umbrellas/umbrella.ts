/** An umbrella: a handwritten package for all versions, and its generated part. */
import type { Naming } from '../../code/index.js';
import type { ServerDialectName } from '../../emit/server/index.js';
import type { Api } from '../../ir/index.js';
import type { UmbrellaPackage } from '../../emit/umbrella/index.js';

/** The kinds of packages that can have an umbrella. */
export const umbrellaKinds = ['client', 'server', 'docs'] as const;

export type UmbrellaKind = (typeof umbrellaKinds)[number];

/** An umbrella of the configuration. */
export interface Umbrella {
  readonly kind: UmbrellaKind;
  /** The folder, below the output folder. */
  readonly folder: string;
}

/** The inputs of an umbrella. */
export interface UmbrellaInputs {
  readonly naming: Naming;
  readonly folder: string;
  /** The versions that have a package of the kind, the newest first. */
  readonly versions: readonly string[];
  readonly apiOf: (version: string) => Api;
  readonly serverDialect: ServerDialectName;
  /** The versions whose overlay package has all conversions, each with the version it extends. */
  readonly overlays: readonly { readonly version: string; readonly extends: string }[];
}

/** How the umbrella of a kind is generated. */
export interface UmbrellaEmitter {
  /** The kinds of packages that the umbrella depends on. */
  readonly packageKinds: readonly string[];
  readonly emit: (inputs: UmbrellaInputs) => UmbrellaPackage;
}
