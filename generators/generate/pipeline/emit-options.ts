/** The options for emitting packages from a timeline. */
import type { Naming } from '../../code/index.js';
import type { ConversionHooks } from '../../emit/overlay/index.js';
import type { ServerDialectName } from '../../emit/server/index.js';
import type { ServerConversions } from '../../emit/umbrella/index.js';
import type { VendoredPackage } from '../../emit/workspace/index.js';
import type { WantedEmitters } from '../config/emitters-by-version.js';
import type { Umbrella } from '../umbrellas/index.js';

/** The options of each emitter, by its name. */
export type EmitterOptions = Readonly<Record<string, object>>;

export interface EmitOptions extends WantedEmitters {
  readonly naming: Naming;
  /** The options of the emitters. @default those that each emitter has without options */
  readonly options?: EmitterOptions;
  /** The dialect of the servers in the umbrella. @default 'standard' */
  readonly serverDialect?: ServerDialectName;
  /** The package of the conversions and contracts of all versions, if the umbrella of the servers loads them. */
  readonly serverConversions?: ServerConversions;
  /** The package of the default conversion hooks in the umbrella. @default none */
  readonly conversionHooks?: ConversionHooks;
  /** Whether the output folder is a separate workspace. */
  readonly workspace: boolean;
  /** Returns those of the named packages that the workspace brings with it, and theirs. @default none */
  readonly vendoredOf?: (names: Iterable<string>) => readonly VendoredPackage[];
  /** The umbrellas. @default none */
  readonly umbrellas?: readonly Umbrella[];
  /** The head of the files of an umbrella. */
  readonly umbrellaHead?: readonly string[];
  /** The head of the files of a version: their source, and the command that generates them. */
  readonly head: (version: string) => readonly string[];
}
