/** The change report as JSON, for machines. */
import type { Change } from '../../ir/index.js';
import { homesOf, type Versions } from './home.js';
import { countsOf } from './sections.js';

/** Counts, and every change with the group it belongs to, in the order in which they were compared. */
export function reportJson(changes: readonly Change[], versions: Versions): string {
  const homes = homesOf(versions);
  const report = {
    older: versions.older.version,
    newer: versions.newer.version,
    counts: countsOf(changes),
    changes: changes.map((change) => ({ group: homes(change).group, ...change })),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
