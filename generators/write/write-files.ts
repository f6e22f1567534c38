/** Writes files that users edit afterwards, such as a specification: all of them or none, and only those that change. */
import { existsSync } from 'node:fs';
import { join } from '../document/path.js';
import { LadingError } from '../diagnostics/index.js';
import { removeEmpty } from './apply-entries.js';
import { digestOf } from './digest.js';
import { inRoot } from './in-root.js';
import { applyChanges, journalPath, type FileChange } from './journal.js';
import type { OutputRoot } from './output-root.js';
import { assertSafe, foldersAbove, inScope, pathError } from './safe-path.js';

/** A file to be written. */
export interface FileText {
  /** Its path relative to the folder, with `/` between the segments. */
  readonly path: string;
  readonly text: string | Buffer;
  /** How a text stands for bytes that are no text. */
  readonly encoding?: 'base64';
}

/**
 * Writes files, and removes files and whole folders. All contents are staged first, so that a full disk leaves everything
 * unchanged; the next command completes what was interrupted later.
 *
 * @param folder the folder of all paths; it is created if it does not exist
 * @param removed paths of files and folders; those that do not exist are ignored
 * @throws WRITE_OUTSIDE for a path outside the folder, WRITE_FOREIGN, WRITE_BUSY, WRITE_FAILED
 */
export async function writeFiles(
  folder: string,
  files: readonly FileText[],
  removed: readonly string[] = [],
): Promise<void> {
  assertSafe([...files.map(({ path }) => path), ...removed], ['']);
  await inRoot(folder, async (root) => {
    const removedContents = removed.map((path) => contentOf(root, path));
    const removals = removedContents.flatMap((content) => content.files);
    const changes = [
      ...removals.map((path): FileChange => ({ path, before: digestOfFile(root, path), content: undefined })),
      ...files.flatMap((file) => changeOf(root, file, removals)),
    ];
    if (changes.length > 0) applyChanges(root, changes);
    removeEmpty(
      root,
      new Set(removedContents.flatMap(({ empty }) => empty).flatMap((path) => foldersAbove(`${path}/_`))),
    );
  });
}

/** Asserts that files of a specification are new: what it does not list may be somebody's draft. @throws WRITE_FOREIGN */
export function assertNew(folder: string, files: readonly FileText[]): void {
  const existing = files.map(({ path }) => join(folder, path)).find((path) => existsSync(path));
  if (existing === undefined) return;
  throw new LadingError({
    code: 'WRITE_FOREIGN',
    subject: 'The file exists, and the specification does not list it',
    place: existing,
    remedy: 'List it in versions.yaml, or move it',
  });
}

/** Completes the changes of {@link writeFiles} if it was interrupted in this folder. @throws WRITE_BUSY, WRITE_FAILED */
export async function completeInterrupted(folder: string): Promise<void> {
  if (existsSync(join(folder, journalPath))) await inRoot(folder, async () => {});
}

function changeOf(root: OutputRoot, { path, text, encoding }: FileText, removals: readonly string[]): FileChange[] {
  const data = typeof text === 'string' && encoding !== undefined ? Buffer.from(text, encoding) : text;
  const digest = digestOf(data);
  const blocker = root.blocker(path);
  const kind = blocker === undefined ? root.kind(path) : 'absent';
  const inPlace = blocker ?? (kind === 'folder' || kind === 'other' ? path : undefined);
  if (inPlace !== undefined && !removals.some((removal) => inScope(removal, [inPlace]))) throw inTheWay(root, inPlace);
  const before = kind === 'file' ? digestOfFile(root, path) : undefined;
  return before === digest ? [] : [{ path, before, content: { data, digest } }];
}

/** Returns the files of a folder that is removed, or the file. Names that no journal can record are left alone. */
function contentOf(
  root: OutputRoot,
  path: string,
): { readonly files: readonly string[]; readonly empty: readonly string[] } {
  if (root.kind(path) === 'file') return { files: [path], empty: [] };
  if (root.kind(path) !== 'folder') return { files: [], empty: [] };
  const { files, empty } = root.below(path);
  return { files: files.filter((file) => pathError(file) === undefined && root.kind(file) === 'file'), empty };
}

function digestOfFile(root: OutputRoot, path: string): string | undefined {
  const bytes = root.read(path);
  return bytes === undefined ? undefined : digestOf(bytes);
}

function inTheWay(root: OutputRoot, path: string): LadingError {
  return new LadingError({
    code: 'WRITE_FOREIGN',
    subject: `"${path}" is in the place of a file that is written`,
    place: root.path,
    remedy: 'Move it elsewhere, or delete it',
  });
}
