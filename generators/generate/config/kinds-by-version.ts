/** The package kinds of a version, from a configuration whose keys are versions or ranges of them: `1.24 - 1.40`. */
import { compareVersions } from '../../ir/index.js';
import type { Kind } from '../kinds/kind.js';

/** The kinds of packages that a configuration asks for. */
export interface WantedKinds {
  /** The kinds of every version that is not named. */
  readonly kinds: readonly Kind[];
  /** The kinds of single versions and of ranges, which replace the others. @default none */
  readonly kindsByVersion?: ReadonlyMap<string, readonly Kind[]>;
}

/** Returns the kinds of a version: those of its own entry, or of the first range that contains it, or those of all versions. */
export function kindsOfVersion({ kinds, kindsByVersion = new Map() }: WantedKinds, version: string): readonly Kind[] {
  const range = [...kindsByVersion].find(([key]) => isWithin(version, key));
  return kindsByVersion.get(version) ?? range?.[1] ?? kinds;
}

/** Tells whether a key of `emittersByVersion` means a version. A range contains both of its ends. */
export function isWithin(version: string, key: string): boolean {
  const [oldest = '', newest = oldest, ...more] = key.split(' - ');
  return more.length === 0 && compareVersions(oldest, version) <= 0 && compareVersions(version, newest) <= 0;
}
