/** Creates folders, and removes those that remained empty. */
import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, resolve } from '../document/path.js';
import { codeOf } from './failure.js';

/**
 * Creates a folder and the missing ones above it, one by one: the recursive call of Node reports a read-only file system as
 * a missing folder, and does not return where a system reports that for a folder that cannot be created, as in `/proc`.
 *
 * @returns the folders that it created, outermost first
 */
export function createFolder(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let place = resolve(folder); !isFolder(place); place = dirname(place)) {
    missing.unshift(place);
    if (dirname(place) === place) break;
  }
  const created: string[] = [];
  for (const place of missing) {
    try {
      mkdirSync(place);
      created.push(place);
    } catch (error) {
      // Another process may have created it meanwhile.
      if (codeOf(error) === 'EEXIST' && isFolder(place)) continue;
      removeEmptyFolders(created);
      throw error;
    }
  }
  return created;
}

/** Removes the empty ones of these folders, innermost first, so that their parents may become empty. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // It contains something else, or the system refuses to remove it, which is no reason to fail.
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
