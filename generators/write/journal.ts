/**
 * The journal: makes a set of changes happen wholly or not at all, whenever the process dies.
 *
 * All new contents are staged beside the output first. Renaming the journal into place is the commit: what dies before
 * is thrown away by the next command, what dies after is completed by it. Only renames and removals follow a commit,
 * so a full disk is met while nothing has changed yet.
 *
 * Death of the process needs no fsync: what was handed to the system stays. Loss of power does, and fsync of each of
 * 300 files costs more than all the rest. So only the journal and the manifest are synced, before the first rename:
 * after a loss of power it is still known what was meant, and the digests in the journal tell which staged contents
 * never reached the disk. Such a file keeps its former bytes, the check sees it, and generating again writes it.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get, isArray, isObject, type Json } from '../document/index.js';
import { carryOut } from './carry-out.js';
import { digestOf } from './digest.js';
import { onDisk } from './failure.js';
import { parseManifest, printManifest } from './manifest.js';
import type { OutputRoot } from './output-root.js';
import { manifestName, objection, workFolder } from './safe-path.js';

/** One file that changes. */
interface Change {
  readonly path: string;
  /** Digest of the bytes it replaces or removes; undefined where there is no file yet. */
  readonly before: string | undefined;
  /** The new bytes; undefined to remove the file. */
  readonly content: Buffer | undefined;
}

/** A change as the journal keeps it: digests in place of bytes, null where there is no file. */
export interface Step {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The name of the staged content. */
  readonly staged: string;
}

interface Journal {
  readonly steps: readonly Step[];
  /** Digest of the manifest as it is in the end. */
  readonly manifest: string;
}

const journalPath = `${workFolder}/journal`;
const stagedFolder = `${workFolder}/staged`;
const stagedManifest = `${stagedFolder}/manifest`;

/**
 * Makes the changes and writes the manifest. The folder must be locked, and {@link recover} must have been called.
 *
 * @throws LadingError WRITE_FAILED; when nothing was committed yet, nothing has changed
 */
export function change(root: OutputRoot, changes: readonly Change[], manifest: string): void {
  let steps: readonly Step[];
  try {
    steps = stage(root, changes, manifest);
  } catch (error) {
    discard(root);
    throw error;
  }
  carryOut(root, steps);
  onDisk(manifestName, () => renameSync(root.at(stagedManifest), root.at(manifestName)));
  discard(root);
}

/** Whether a committed journal waits to be completed. */
export function isInterrupted(root: OutputRoot): boolean {
  return read(root) !== undefined;
}

/**
 * Completes what an interrupted command committed and throws away what it did not. A file that somebody changed since
 * is left as it is.
 *
 * @throws LadingError WRITE_FAILED when the system refuses what it refused before; the journal then stays
 */
export function recover(root: OutputRoot): void {
  const journal = read(root);
  if (journal !== undefined) complete(root, journal);
  discard(root);
}

function stage(root: OutputRoot, changes: readonly Change[], manifest: string): readonly Step[] {
  for (const { path } of changes) root.assertWritable(path);
  return onDisk(root.path, () => {
    mkdirSync(root.at(stagedFolder));
    const steps = changes.map(({ path, before, content }, index): Step => {
      const staged = `${stagedFolder}/${index}`;
      if (content !== undefined) writeFileSync(root.at(staged), content, { flag: 'wx' });
      return { path, before: before ?? null, after: content === undefined ? null : digestOf(content), staged };
    });
    writeSynced(root.at(stagedManifest), manifest);
    const journal: Journal = { steps, manifest: digestOf(manifest) };
    writeSynced(root.at(`${stagedFolder}/journal`), JSON.stringify(journal));
    renameSync(root.at(`${stagedFolder}/journal`), root.at(journalPath));
    syncFolder(root.at(workFolder));
    return steps;
  });
}

function complete(root: OutputRoot, journal: Journal): void {
  const present = (path: string): string | null => {
    const bytes = root.read(path);
    return bytes === undefined ? null : digestOf(bytes);
  };
  const removals = journal.steps.filter((step) => step.after === null);
  // A file that was removed already is named again, for the sake of the folders it may have left empty.
  const removable = removals.filter((step) => [null, step.before].includes(present(step.path)));
  carryOut(root, removable);

  const writes = journal.steps.filter((step) => step.after !== null && present(step.path) !== step.after);
  const writable = writes.filter((step) => {
    if (root.blocker(step.path) !== undefined || present(step.staged) !== step.after) return false;
    const kind = root.kind(step.path);
    return kind === 'absent' || (kind === 'file' && present(step.path) === step.before);
  });
  carryOut(root, writable);

  if (present(manifestName) === journal.manifest) return;
  const next = present(stagedManifest) === journal.manifest ? root.read(stagedManifest) : undefined;
  if (removable.length === removals.length && writable.length === writes.length && next !== undefined) {
    onDisk(manifestName, () => renameSync(root.at(stagedManifest), root.at(manifestName)));
    return;
  }
  // Something was left as it was. What is known of it stays known, and a file that was never written is not claimed.
  const left = new Set(writes.filter((step) => !writable.includes(step)).map((step) => step.path));
  const former = [...parseManifest(String(root.read(manifestName) ?? '')).values()].flat();
  const latter = [...parseManifest(String(next ?? '')).values()].flat().filter((entry) => !left.has(entry.path));
  onDisk(manifestName, () => {
    mkdirSync(root.at(stagedFolder), { recursive: true });
    writeSynced(root.at(`${stagedFolder}/both`), printManifest('an interrupted run', [...former, ...latter]));
    renameSync(root.at(`${stagedFolder}/both`), root.at(manifestName));
  });
}

/** The journal goes first: without it, what is staged means nothing. */
function discard(root: OutputRoot): void {
  root.forget();
  if (root.kind(journalPath) === 'absent' && root.kind(stagedFolder) === 'absent') return;
  onDisk(root.path, () => {
    rmSync(root.at(journalPath), { force: true, recursive: true });
    rmSync(root.at(stagedFolder), { force: true, recursive: true });
  });
  root.forget();
}

/** The committed journal; one that is not as we write it is none. */
function read(root: OutputRoot): Journal | undefined {
  const bytes = root.read(journalPath);
  if (bytes === undefined) return undefined;
  const journal = parse(bytes.toString());
  if (!isObject(journal)) return undefined;
  const manifest = get(journal, 'manifest');
  const steps = get(journal, 'steps');
  if (!isDigest(manifest) || !isArray(steps)) return undefined;
  const read = steps.map(stepOf);
  return read.every((step) => step !== undefined) ? { steps: read, manifest } : undefined;
}

/** A step as read; the journal may have been put there by somebody else, so its path is held to the rules again. */
function stepOf(value: Json, index: number): Step | undefined {
  if (!isObject(value)) return undefined;
  const path = get(value, 'path');
  const before = get(value, 'before');
  const after = get(value, 'after');
  if (typeof path !== 'string' || objection(path) !== undefined) return undefined;
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
    // Windows opens no folders; there the rename is as durable as the system makes it.
  }
}
