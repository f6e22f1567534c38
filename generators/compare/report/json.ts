/** The change report as JSON. */
import type { Change } from '../../ir/index.js';
import { homesOf, type VersionApis } from './home.js';
import { countsOf } from './sections.js';

/** Prints counts and every change with its group, in the order of the comparison. */
export function reportJson(changes: readonly Change[], versions: VersionApis): string {
  const homes = homesOf(versions);
  const report = {
    older: versions.older.version,
    newer: versions.newer.version,
    counts: countsOf(changes),
    changes: changes.map((change) => ({ group: homes(change).group, ...change })),
    undecided: versions.undecided ?? [],
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
