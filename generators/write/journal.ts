/**
 * The journal makes a set of changes atomic, even if the process is killed.
 *
 * All new contents are staged beside the output first. Renaming the journal into place is the commit: the next command
 * discards a run that was interrupted before the commit, and completes one that was interrupted after it. Only renames
 * and removals follow a commit, so a full disk is detected before anything has changed.
 *
 * A killed process needs no fsync, since the system keeps what was written. A power failure does, but fsync of each of
 * 300 files takes longer than everything else. So only the journal and the manifest are synced, before the first rename:
 * after a power failure the intended changes are still known, and the digests in the journal show which staged contents
 * never reached the disk. Such a file keeps its previous bytes, the check reports it, and generating again writes it.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { get, isArray, isObject, type Json } from '../document/index.js';
import { applyEntries } from './apply-entries.js';
import { digestOf } from './digest.js';
import { onDisk } from './failure.js';
import { createFolder } from './folders.js';
import { parseManifest, printManifest } from './manifest.js';
import type { OutputRoot } from './output-root.js';
import { manifestName, pathError, workFolder } from './safe-path.js';
import { renameFile } from './rename-file.js';

/** A change of one file. */
export interface FileChange {
  readonly path: string;
  /** The digest of the bytes that it replaces or removes; undefined if there is no file yet. */
  readonly before: string | undefined;
  /** The new content; undefined if the file is removed. */
  readonly content: { readonly data: string | Buffer; readonly digest: string } | undefined;
}

/** A change as the journal records it: with digests instead of bytes, and null if there is no file. */
export interface JournalEntry {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The name of the staged content. */
  readonly staged: string;
}

interface Journal {
  readonly steps: readonly JournalEntry[];
  /** The digest of the new manifest; null if the folder has none. */
  readonly manifest: string | null;
}

export const journalPath = `${workFolder}/journal`;
const stagedFolder = `${workFolder}/staged`;
const stagedManifest = `${stagedFolder}/manifest`;

/**
 * Applies the changes and writes the manifest, if there is one. The folder must be locked, and {@link recover} must have been
 * called.
 *
 * @throws LadingError WRITE_FAILED; before the commit, nothing has changed
 */
export function applyChanges(root: OutputRoot, changes: readonly FileChange[], manifest?: string): void {
  let entries: readonly JournalEntry[];
  try {
    entries = stage(root, changes, manifest);
  } catch (error) {
    discard(root);
    throw error;
  }
  try {
    applyEntries(root, entries);
    if (manifest !== undefined) onDisk(manifestName, () => renameFile(root.at(stagedManifest), root.at(manifestName)));
  } catch (error) {
    // A failure that does not last, such as that of a scanner that held a file, is overcome at once.
    if (!recover(root)) throw error;
    return;
  }
  discard(root);
}

/** Tells whether there is a committed journal to complete. */
export function isInterrupted(root: OutputRoot): boolean {
  return read(root) !== undefined;
}

/**
 * Completes the committed changes of an interrupted command and discards uncommitted ones. A file that was changed
 * meanwhile is left unchanged.
 *
 * @returns whether all changes were completed
 * @throws LadingError WRITE_FAILED if the system fails again; the journal then remains
 */
export function recover(root: OutputRoot): boolean {
  root.forget();
  const journal = read(root);
  const isComplete = journal === undefined || complete(root, journal);
  discard(root);
  return isComplete;
}

function stage(
  root: OutputRoot,
  changes: readonly FileChange[],
  manifest: string | undefined,
): readonly JournalEntry[] {
  for (const { path } of changes) root.assertWritable(path);
  return onDisk(root.path, () => {
    createFolder(root.at(stagedFolder));
    const steps = changes.map(({ path, before, content }, index): JournalEntry => {
      const staged = `${stagedFolder}/${index}`;
      if (content !== undefined) writeFileSync(root.at(staged), content.data, { flag: 'wx' });
      return { path, before: before ?? null, after: content?.digest ?? null, staged };
    });
    if (manifest !== undefined) writeSynced(root.at(stagedManifest), manifest);
    const journal: Journal = { steps, manifest: manifest === undefined ? null : digestOf(manifest) };
    writeSynced(root.at(`${stagedFolder}/journal`), JSON.stringify(journal));
    renameFile(root.at(`${stagedFolder}/journal`), root.at(journalPath));
    syncFolder(root.at(workFolder));
    return steps;
  });
}

/** @returns whether no file was left unchanged */
function complete(root: OutputRoot, journal: Journal): boolean {
  const present = (path: string): string | null => {
    const bytes = root.read(path);
    return bytes === undefined ? null : digestOf(bytes);
  };
  const removals = journal.steps.filter((step) => step.after === null);
  // Files that are already removed are included, since their folders may be empty now.
  const removable = removals.filter((step) => [null, step.before].includes(present(step.path)));
  applyEntries(root, removable);

  const writes = journal.steps.filter((step) => step.after !== null && present(step.path) !== step.after);
  const writable = writes.filter((step) => {
    if (root.blocker(step.path) !== undefined || present(step.staged) !== step.after) return false;
    const kind = root.kind(step.path);
    return kind === 'absent' || (kind === 'file' && present(step.path) === step.before);
  });
  applyEntries(root, writable);

  const isComplete = removable.length === removals.length && writable.length === writes.length;
  if (journal.manifest === null || present(manifestName) === journal.manifest) return isComplete;
  const next = present(stagedManifest) === journal.manifest ? root.read(stagedManifest) : undefined;
  if (isComplete && next !== undefined) {
    onDisk(manifestName, () => renameFile(root.at(stagedManifest), root.at(manifestName)));
    return true;
  }
  // Some files were left unchanged. Their former entries remain, and a file that was never written gets no entry.
  const unwritten = new Set(writes.filter((step) => !writable.includes(step)).map((step) => step.path));
  const former = [...parseManifest(String(root.read(manifestName) ?? '')).values()].flat();
  const latter = [...parseManifest(String(next ?? '')).values()].flat().filter((entry) => !unwritten.has(entry.path));
  onDisk(manifestName, () => {
    createFolder(root.at(stagedFolder));
    writeSynced(root.at(`${stagedFolder}/both`), printManifest('an interrupted run', [...former, ...latter]));
    renameFile(root.at(`${stagedFolder}/both`), root.at(manifestName));
  });
  return isComplete;
}

/** Removes the journal first, since staged contents have no meaning without it. */
function discard(root: OutputRoot): void {
  root.forget();
  if (root.kind(journalPath) === 'absent' && root.kind(stagedFolder) === 'absent') return;
  onDisk(root.path, () => {
    rmSync(root.at(journalPath), { force: true, recursive: true });
    rmSync(root.at(stagedFolder), { force: true, recursive: true });
  });
  root.forget();
}

/** Returns the committed journal; undefined if there is none or it is invalid. */
function read(root: OutputRoot): Journal | undefined {
  const bytes = root.read(journalPath);
  if (bytes === undefined) return undefined;
  const journal = parse(bytes.toString());
  if (!isObject(journal)) return undefined;
  const manifest = get(journal, 'manifest');
  const steps = get(journal, 'steps');
  if ((manifest !== null && !isDigest(manifest)) || !isArray(steps)) return undefined;
  const entries = steps.map(entryOf);
  return entries.every((entry) => entry !== undefined) ? { steps: entries, manifest } : undefined;
}

/** Parses an entry. The journal is untrusted, so the path is validated again. */
function entryOf(value: Json, index: number): JournalEntry | undefined {
  if (!isObject(value)) return undefined;
  const path = get(value, 'path');
  const before = get(value, 'before');
  const after = get(value, 'after');
  if (typeof path !== 'string' || pathError(path) !== undefined) return undefined;
  if (before !== null && !isDigest(before)) return undefined;
  if (after !== null && !isDigest(after)) return undefined;
  return { path, before, after, staged: `${stagedFolder}/${index}` };
}

function isDigest(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function writeSynced(file: string, text: string): void {
  const handle = openSync(file, 'w');
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // Windows cannot open folders; there the durability of the rename depends on the system.
  }
}
