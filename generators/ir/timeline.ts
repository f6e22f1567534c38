/** The versions as a tree: each but the root extends one other, and says how it differs. */
import type { Api } from './api.js';
import type { Change } from './change.js';
import type { Difference } from './difference.js';
import type { ConversionRule } from './conversion-rule.js';

export interface Timeline {
  /** Each version stands behind the one it extends. */
  readonly versions: readonly TimelineVersion[];
}

export interface TimelineVersion {
  readonly version: string;
  readonly api: Api;
  /** The version it is an overlay of; the root has none. */
  readonly extends?: string;
  /** What differs from the version it extends, told from the older to the newer of the two. */
  readonly changes: readonly Change[];
  /** What its overlay says of conversions that shapes cannot decide, in the order in which they are done; absent where no overlay was written. */
  readonly rules?: readonly ConversionRule[];
  /** The differences that its overlay names, in its order; absent where no overlay was written. */
  readonly differences?: readonly Difference[];
}
