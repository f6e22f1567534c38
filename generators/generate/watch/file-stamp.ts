/** Detects changes of a path without reading its content. */
import { readdirSync, statSync } from 'node:fs';

/** Returns the inode, times and size of a file, the names in a folder, or that the path does not exist. */
export function stampOf(path: string): string {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return `folder ${readdirSync(path).join('/')}`;
    return `file ${[stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ')}`;
  } catch {
    return 'absent';
  }
}
