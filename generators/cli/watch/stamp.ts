/** What tells that a path is no longer what it was, without reading it. */
import { readdirSync, statSync } from 'node:fs';

/** Of a file its number, times and size; of a folder the names in it; of nothing, that nothing is there. */
export function stampOf(path: string): string {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return `folder ${readdirSync(path).join('/')}`;
    return `file ${[stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ')}`;
  } catch {
    return 'absent';
  }
}
