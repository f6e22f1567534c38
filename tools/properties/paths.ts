/** The paths that the property tests use. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '..', '..');
export const spec = join(repository, 'spec');
export const packages = join(repository, 'packages');

/** The published documents, third-party data beside the repository; not part of it. */
export const published = join(repository, '..', 'shared', 'upstream');
export const hasPublished = existsSync(published);

/** A note for the title of a suite that cannot run without the published documents. */
export const skipNote = hasPublished ? '' : ' (SKIPPED: there are no published documents in ../shared/upstream)';

if (!hasPublished)
  console.warn('SKIPPED: tests that need the published documents, which are not in ../shared/upstream');
