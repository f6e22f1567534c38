/** The versions of an API as a tree: every version except the base version extends another one. */
import type { Api } from './api.js';
import type { Change } from './change.js';
import type { Difference } from './conversion.js';
import type { ConversionRule } from './conversion-rule.js';

export interface Timeline {
  /** The versions; each follows the one that it extends. */
  readonly versions: readonly TimelineVersion[];
}

export interface TimelineVersion {
  readonly version: string;
  readonly api: Api;
  /** The version that it extends; absent for the base version. */
  readonly extends?: string;
  /** The changes between it and the version that it extends, from the older to the newer of the two. */
  readonly changes: readonly Change[];
  /** The conversion rules of its overlay, in the order of application; absent if it has no overlay. */
  readonly rules?: readonly ConversionRule[];
  /** The differences that its overlay names, in its order; absent if it has no overlay. */
  readonly differences?: readonly Difference[];
}
