/** The generated part of an umbrella: a handwritten package for all versions. */
import type { CodeModule } from '../../code/index.js';

export interface UmbrellaPackage {
  readonly modules: readonly CodeModule[];
  /** The packages of all versions that the umbrella depends on, with their ranges. */
  readonly dependencies: Readonly<Record<string, string>>;
}
