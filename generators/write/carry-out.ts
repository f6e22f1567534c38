/** Carries out the steps of a committed journal: removals, then renames of what was staged. */
import { mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { onDisk } from './failure.js';
import type { Step } from './journal.js';
import type { OutputRoot } from './output-root.js';
import { foldersAbove } from './safe-path.js';

/** Removals come first: a file may take the place of a folder, and a folder that of a file. */
export function carryOut(root: OutputRoot, steps: readonly Step[]): void {
  const removals = steps.filter((step) => step.after === null).map((step) => step.path);
  for (const path of removals) {
    if (root.kind(path) === 'file') onDisk(path, () => rmSync(root.at(path), { force: true }));
  }
  removeEmpty(root, new Set(removals.flatMap(foldersAbove)));
  root.forget();

  const made = new Set<string>();
  for (const { path, after, staged } of steps) {
    if (after === null) continue;
    const folder = posix.dirname(path);
    onDisk(path, () => {
      // Looked at again: a link that was put there since must not lead a rename outside.
      if (root.kind(path) === 'absent' && !made.has(folder)) mkdirSync(root.at(folder), { recursive: true });
      renameSync(root.at(staged), root.at(path));
    });
    made.add(folder);
  }
  root.forget();
}

/** Removes those of the folders that are empty, the innermost first, so that their parents may be empty then. */
export function removeEmpty(root: OutputRoot, folders: ReadonlySet<string>): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    if (root.kind(folder) !== 'folder') continue;
    try {
      rmdirSync(root.at(folder));
    } catch {
      // Something else lies there; or the system keeps an empty folder, which is no reason to fail.
    }
  }
}
