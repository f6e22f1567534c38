/** Writes the site into a folder, and removes the files of an earlier build that are no longer part of it. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DocsError } from './docs-error.js';
import type { SiteFile } from './site/index.js';

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space and run the command again',
  EDQUOT: 'Free some space and run the command again',
  EACCES: 'Grant write permission and run the command again',
  EPERM: 'Grant write permission and run the command again',
  EROFS: 'Choose a writable folder',
  EEXIST: 'Choose another folder, because a file is in its place',
  ENOTDIR: 'Choose another folder, because a file is in its place',
  ENOENT: 'Choose a folder that the system can create',
  EMFILE: 'Allow more open files and run the command again',
};

/** Runs an operation on the disk. An error of the system becomes a {@link DocsError} with the path, or this place without one. */
function onDisk<T>(place: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) throw error;
    const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : place;
    const remedy = Object.hasOwn(remedies, code) ? remedies[code] : 'Check the folder and run the command again';
    throw new DocsError(`The system cannot write ${path}: ${code}`, { remedy, cause: error });
  }
}

/** The file that identifies a folder as a built site, which may be overwritten. */
const siteMarker = 'search-index.js';
/** Where files wait until all are written. A build that was interrupted leaves it behind, and the next one replaces it. */
const stageName = '.lading-site';

/**
 * Writes the site. All files are staged first, so that a full disk leaves an earlier site unchanged; only renames and
 * removals follow. After an interruption between these, the next build completes the site.
 *
 * @returns the number of files
 * @throws DocsError if the folder contains something other than a site, or the system refuses a file
 */
export function writeSite(files: Iterable<SiteFile>, out: string): number {
  return onDisk(out, () => stageAndMove(files, out));
}

function stageAndMove(files: Iterable<SiteFile>, out: string): number {
  const stage = join(out, stageName);
  // A link to nothing, or to itself, is there.
  const isNew = lstatSync(out, { throwIfNoEntry: false }) === undefined;
  const isInterrupted = existsSync(stage);
  const existing = isNew ? [] : pathsBelow(out);
  if (existing.length > 0 && !isInterrupted && !existing.includes(siteMarker))
    throw new DocsError(`${out} contains other files than a site; choose an empty folder`);
  const site = new Set<string>();
  const folders = new Set<string>();
  try {
    rmSync(stage, { recursive: true, force: true });
    mkdirSync(stage, { recursive: true });
    const existingPaths = new Set(existing);
    for (const file of files) {
      site.add(file.path);
      const content = 'text' in file ? file.text : readFileSync(file.copyOf);
      // An unchanged file is left alone.
      if (existingPaths.has(file.path) && isContentOf(join(out, file.path), content)) continue;
      const place = join(stage, file.path);
      const folder = dirname(place);
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
      folders.add(folder);
      writeFileSync(place, content);
    }
  } catch (error) {
    // The folder is not recognized as a site without the stage, if the interrupted build was the first one.
    if (isNew) rmSync(out, { recursive: true, force: true });
    else if (!isInterrupted) rmSync(stage, { recursive: true, force: true });
    throw error;
  }
  for (const path of existing) if (!site.has(path)) rmSync(join(out, path));
  removeEmptyFolders(out);
  moveContent(stage, out);
  return site.size;
}

function isContentOf(path: string, content: string | Buffer): boolean {
  return readFileSync(path).equals(typeof content === 'string' ? Buffer.from(content) : content);
}

/** Moves what is in a folder into another one, folders that it lacks as a whole, and removes the first one. */
function moveContent(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && existsSync(target)) moveContent(source, target);
    else renameSync(source, target);
  }
  rmdirSync(from);
}

/** Returns the paths of all entries that are no folders, with `/` between the segments. */
function pathsBelow(out: string, folder = ''): readonly string[] {
  return readdirSync(join(out, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (path === stageName) return [];
    return entry.isDirectory() ? pathsBelow(out, `${path}/`) : [path];
  });
}

/** Removes empty folders, also those that an interrupted build left. */
function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() || entry.name === stageName) continue;
    removeEmptyFolders(path);
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}
