/** Real folders for the tests of the writer, and what lies in them. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { writeTree, type WriteOptions, type WriteReport } from '../../index.js';
import type { OutputFile } from '../../../code/file.js';

/** A tree as a test writes it down: content by path. */
export type Tree = Readonly<Record<string, string>>;

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * A folder in memory, where there is one, for tests that make thousands of files: what a dead process leaves behind is
 * a matter of the order of its calls, not of the disk.
 */
export const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new empty folder, removed after the tests of the file. */
export function newFolder(parent: string = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'lading-write-')));
  made.push(folder);
  return folder;
}

/** Puts files there by hand. */
export function put(root: string, tree: Tree): void {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export function filesOf(tree: Tree): OutputFile[] {
  return Object.entries(tree).map(([path, text]) => ({ path, text }));
}

type Rest = Partial<Omit<WriteOptions, 'root' | 'files' | 'mode'>>;

export function write(root: string, tree: Tree, rest: Rest = {}): Promise<WriteReport> {
  return writeTree({ generator: 'lading', ...rest, root, files: filesOf(tree), mode: 'write' });
}

export function check(root: string, tree: Tree, rest: Rest = {}): Promise<WriteReport> {
  return writeTree({ generator: 'lading', ...rest, root, files: filesOf(tree), mode: 'check' });
}

/** Everything in a folder but the manifest; an empty folder shows as a path with `/` at its end. */
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

/** The files of a report that are not `unchanged`, without the manifest. */
export function changesOf(report: WriteReport): Record<string, string> {
  const changed = report.files.filter((file) => file.status !== 'unchanged' && file.path !== '.lading.sha256');
  return Object.fromEntries(changed.map((file) => [file.path, file.status]));
}

/** The code and the sentence of the problem a promise is rejected with. */
export async function problemOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  return 'no problem';
}
