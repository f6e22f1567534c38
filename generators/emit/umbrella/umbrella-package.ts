/** The generated part of an umbrella: a handwritten package for all versions. */
import type { CodeModule } from '../../emitter/index.js';

/** The package of the conversions and contracts of all versions. */
export interface ServerConversions {
  readonly package: string;
  /** The range of its versions. */
  readonly version: string;
}

export interface UmbrellaPackage {
  readonly modules: readonly CodeModule[];
  /** The packages of all versions that the umbrella depends on, with their ranges. */
  readonly dependencies: Readonly<Record<string, string>>;
}
