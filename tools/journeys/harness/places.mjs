/** The folders that the journeys use. */
import { join } from 'node:path';

/** The root of the repository, which is hidden from every journey. */
export const root = join(import.meta.dirname, '..', '..', '..');

/** Programs and third-party packages, for the next run; outside the repository, because journeys use them. */
export const cache = process.env['LADING_JOURNEYS'] ?? '/var/tmp/lading-journeys';
