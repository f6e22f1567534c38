/** Where the property tests find what they check. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '..', '..');
export const spec = join(repository, 'spec');
export const packages = join(repository, 'packages');

/** The published documents, third-party data beside the repository; not part of it. */
export const published = join(repository, '..', 'shared', 'upstream');
export const hasPublished = existsSync(published);

/** For the title of a suite that cannot run. */
export const without = hasPublished ? '' : ' (SKIPPED: there are no published documents in ../shared/upstream)';

if (!hasPublished) console.warn('SKIPPED: what needs the published documents, which are not in ../shared/upstream');
