/** Serves clients of 1.41 by an implementation of 1.44. */
import type { Conversion } from '@lading/runtime-overlay';
import { olderClientsWith, type OlderClientHooks } from '../gen/index.js';
import { consoleSizeOnWindows } from './hooks/console-size-on-windows.js';
import { nonRecursiveReadOnly } from './hooks/non-recursive-read-only.js';
import { unseenClusterVolume } from './hooks/unseen-cluster-volume.js';

/**
 * Returns the conversion. Hooks may have state, so create one conversion for each implementation.
 *
 * @param hooks hooks that replace the default ones
 */
export function olderClients(hooks: Partial<OlderClientHooks> = {}): Conversion {
  return olderClientsWith({
    consoleSizeOnWindows: consoleSizeOnWindows(),
    nonRecursiveReadOnly: nonRecursiveReadOnly(),
    unseenClusterVolume: unseenClusterVolume(),
    ...hooks,
  });
}
