/** Paths in a container. */
import { posix } from 'node:path';
import type { FileTree } from '../ports/filesystem.js';

/** Returns an absolute path without `..` and without a trailing slash. */
export function resolvePath(path: string, folder = '/'): string {
  return posix.resolve('/', folder, path);
}

export function parentOf(path: string): string {
  return posix.dirname(path);
}

export function nameOf(path: string): string {
  return path === '/' ? '/' : posix.basename(path);
}

/** The number of symbolic links that a path may contain, as in Linux. */
export const maxLinks = 40;

/**
 * Follows the symbolic links of a path.
 *
 * @param followsLast whether the last part is followed too
 * @returns the path; it may not exist. Undefined if there are too many links
 */
export function followLinks(tree: FileTree, path: string, followsLast = true): string | undefined {
  let links = 0;
  let resolved = '/';
  const parts = resolvePath(path).split('/').filter(Boolean);
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (part === '..') {
      resolved = parentOf(resolved);
      continue;
    }
    const next = resolvePath(part, resolved);
    const entry = tree.get(next);
    if (entry?.kind !== 'link' || (parts.length === 0 && !followsLast)) {
      resolved = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) return undefined;
    if (entry.target.startsWith('/')) resolved = '/';
    parts.unshift(...entry.target.split('/').filter((each) => each !== '' && each !== '.'));
  }
  return resolved;
}
