/** The options for emitting packages from a timeline. */
import type { Naming } from '../../code/index.js';
import type { WantedEmitters } from '../config/emitters-by-version.js';
import type { PlacedApiEmitter } from './emit-api-packages.js';
import type { VendoredPackage } from './workspace-files.js';

/** The options of each emitter, by its name. */
export type EmitterOptions = Readonly<Record<string, object>>;

export interface EmitOptions extends WantedEmitters {
  readonly naming: Naming;
  /** The options of the emitters. @default those that each emitter has without options */
  readonly options?: EmitterOptions;
  /** Whether the output folder is a separate workspace. */
  readonly workspace: boolean;
  /** Returns those of the named packages that the workspace brings with it, and theirs. @default none */
  readonly vendoredOf?: (names: Iterable<string>) => readonly VendoredPackage[];
  /** The emitters of packages for all versions. @default none */
  readonly apiEmitters?: readonly PlacedApiEmitter[];
  /** The head of their files. */
  readonly apiHead?: readonly string[];
  /** The head of the files of a version: their source, and the command that generates them. */
  readonly head: (version: string) => readonly string[];
}
