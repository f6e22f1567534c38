/** Clients of 1.41 before an implementation of 1.44. */
import type { Conversion } from '@lading/runtime-overlay';
import { olderClientsWith, type OlderClientSteps } from '../gen/index.js';
import { consoleSizeOnWindows } from './steps/console-size-on-windows.js';
import { nonRecursiveReadOnly } from './steps/non-recursive-read-only.js';
import { unseenClusterVolume } from './steps/unseen-cluster-volume.js';

/** Steps may remember what they saw: make one conversion for each implementation. @param steps in the place of ours */
export function olderClients(steps: Partial<OlderClientSteps> = {}): Conversion {
  return olderClientsWith({
    consoleSizeOnWindows: consoleSizeOnWindows(),
    nonRecursiveReadOnly: nonRecursiveReadOnly(),
    unseenClusterVolume: unseenClusterVolume(),
    ...steps,
  });
}
