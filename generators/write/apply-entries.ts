/** Applies the changes of a committed journal: removals, then renames of staged contents. */
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { onDisk } from './failure.js';
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
      if (root.kind(path) === 'absent' && !writtenFolders.has(folder)) mkdirSync(root.at(folder), { recursive: true });
      renameFile(root.at(staged), root.at(path));
    });
    writtenFolders.add(folder);
  }
  root.forget();
}

/** Removes the empty ones of the folders, innermost first, so that their parents may become empty. */
export function removeEmpty(root: OutputRoot, folders: ReadonlySet<string>): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    if (root.kind(folder) !== 'folder') continue;
    try {
      rmdirSync(root.at(folder));
    } catch {
      // It contains something else, or the system refuses to remove it, which is no reason to fail.
    }
  }
}
