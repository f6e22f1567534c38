/** Applies the changes of a committed journal: removals, then renames of staged contents. */
import { rmSync } from 'node:fs';
import { posix } from 'node:path';
import { onDisk } from './failure.js';
import { createFolder, removeEmptyFolders } from './folders.js';
import type { JournalEntry } from './journal.js';
import type { OutputRoot } from './output-root.js';
import { foldersAbove } from './safe-path.js';
import { renameFile } from './rename-file.js';

/** Applies removals first, since a file may replace a folder, and a folder a file. */
export function applyEntries(root: OutputRoot, steps: readonly JournalEntry[]): void {
  const removals = steps.filter((step) => step.after === null).map((step) => step.path);
  for (const path of removals) {
    if (root.kind(path) === 'file') onDisk(path, () => rmSync(root.at(path), { force: true }));
  }
  removeEmpty(root, new Set(removals.flatMap(foldersAbove)));
  root.forget();

  const writtenFolders = new Set<string>();
  for (const { path, after, staged } of steps) {
    if (after === null) continue;
    const folder = posix.dirname(path);
    onDisk(path, () => {
      // Checked again, since a link that was created meanwhile must not lead a rename outside.
      if (root.kind(path) === 'absent' && !writtenFolders.has(folder)) createFolder(root.at(folder));
      renameFile(root.at(staged), root.at(path));
    });
    writtenFolders.add(folder);
  }
  root.forget();
}

/** Removes the empty ones of the folders. A link is not followed, and not removed. */
export function removeEmpty(root: OutputRoot, folders: ReadonlySet<string>): void {
  removeEmptyFolders([...folders].filter((folder) => root.kind(folder) === 'folder').map((folder) => root.at(folder)));
}
