/** Real folders for the tests of the writer, and their content. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeTree, type WriteOptions, type WriteReport } from '../../index.js';
import type { OutputFile } from '../../../code/file.js';

/** The files of a folder: content by path. */
export type FolderContent = Readonly<Record<string, string>>;

/**
 * A folder in memory, if there is one, for tests that create thousands of files: the files of a dead process depend on the
 * order of its calls, not on the disk.
 */
export const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Writes files without the writer. */
export function put(root: string, tree: FolderContent): void {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export function filesOf(tree: FolderContent): OutputFile[] {
  return Object.entries(tree).map(([path, text]) => ({ path, text }));
}

type Rest = Partial<Omit<WriteOptions, 'root' | 'files' | 'mode'>>;

export function write(root: string, tree: FolderContent, rest: Rest = {}): Promise<WriteReport> {
  return writeTree({ generator: 'lading', ...rest, root, files: filesOf(tree), mode: 'write' });
}

export function check(root: string, tree: FolderContent, rest: Rest = {}): Promise<WriteReport> {
  return writeTree({ generator: 'lading', ...rest, root, files: filesOf(tree), mode: 'check' });
}

/** Returns the content of a folder without the manifest; the path of an empty folder ends with `/`. */
export function contentOf(root: string): Record<string, string> {
  const content = new Map<string, string>();
  const walk = (folder: string): void => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    if (entries.length === 0 && folder !== '') content.set(folder, '');
    for (const entry of entries) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) walk(`${path}/`);
      else if (path !== '.lading.sha256') content.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  walk('');
  return Object.fromEntries(content);
}

/** Returns the status of all files of a report that are not `unchanged`, without the manifest. */
export function changesOf(report: WriteReport): Record<string, string> {
  const changed = report.files.filter((file) => file.status !== 'unchanged' && file.path !== '.lading.sha256');
  return Object.fromEntries(changed.map((file) => [file.path, file.status]));
}

/** Returns the message of the error with which a promise is rejected. */
export async function problemOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  return 'no problem';
}
