/** The emitters of a version, from a configuration whose keys are versions or ranges of them: `1.24 - 1.40`. */
import type { VersionEmitter } from '../../emitter/index.js';
import { compareVersions } from '../../ir/index.js';

/** The emitters that a configuration asks for. */
export interface WantedEmitters {
  /** The emitters of every version that is not named. */
  readonly emitters: readonly VersionEmitter[];
  /** The emitters of single versions and of ranges, which replace the others. @default none */
  readonly emittersByVersion?: ReadonlyMap<string, readonly VersionEmitter[]>;
}

/** Returns the emitters of a version: those of its own entry, or of the first range that contains it, or those of all versions. */
export function emittersOfVersion(
  { emitters, emittersByVersion = new Map() }: WantedEmitters,
  version: string,
): readonly VersionEmitter[] {
  const range = [...emittersByVersion].find(([key]) => isWithin(version, key));
  return emittersByVersion.get(version) ?? range?.[1] ?? emitters;
}

/** Tells whether a key of `emittersByVersion` means a version. A range contains both of its ends. */
export function isWithin(version: string, key: string): boolean {
  const [oldest = '', newest = oldest, ...more] = key.split(' - ');
  return more.length === 0 && compareVersions(oldest, version) <= 0 && compareVersions(version, newest) <= 0;
}
