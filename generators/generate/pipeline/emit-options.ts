/** The options for emitting packages from a timeline. */
import type { Naming, Prose } from '../../code/index.js';
import type { ClientRuntimeName } from '../../emit/client/index.js';
import type { DocsBuild } from '../../emit/docs/index.js';
import type { ConversionHooks } from '../../emit/overlay/index.js';
import type { ServerDialectName } from '../../emit/server/index.js';
import type { ServerConversions } from '../../emit/umbrella/index.js';
import type { VendoredPackage } from '../../emit/workspace/index.js';
import type { WantedKinds } from '../config/kinds-by-version.js';
import type { Umbrella } from '../umbrellas/index.js';

export interface EmitOptions extends WantedKinds {
  readonly naming: Naming;
  /** Whether the types have a `paths` module. */
  readonly paths: boolean;
  /** The runtime of the clients. @default 'fetch' */
  readonly clientRuntime?: ClientRuntimeName;
  /** The dialect of the servers. @default 'standard' */
  readonly serverDialect?: ServerDialectName;
  /** The package of the conversions and contracts of all versions, if the umbrella of the servers loads them. */
  readonly serverConversions?: ServerConversions;
  /** The package of the default conversion hooks. @default none */
  readonly conversionHooks?: ConversionHooks;
  /** The build of the docs packages, which writes their data. @default none: they are generated */
  readonly docsBuild?: DocsBuild;
  /** The texts of the configuration. */
  readonly prose?: Prose;
  /** Whether packages have the text of their modules. Without it, emission finds the same errors in less time. @default true */
  readonly isPrinted?: boolean;
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
