/** Samples of what a full run tests whole. */
import { inject } from 'vitest';

/** Returns one of every `share` entries, which the seed draws; in a full run all of them. */
export function sampled<T>(entries: readonly T[], share: number): readonly T[] {
  if (inject('isFullRun')) return entries;
  return entries.filter((_entry, index) => index % share === inject('seed') % share);
}
