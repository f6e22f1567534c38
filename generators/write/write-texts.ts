/** Writes a few files that users edit afterwards. Each is written atomically, and only if its content changes. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from '../document/path.js';
import type { OutputFile } from '../code/index.js';
import { LadingError } from '../diagnostics/index.js';
import { pathError } from './safe-path.js';
import { renameFile } from './rename-file.js';

/**
 * Writes files. All texts are staged beside their targets first, so that a full disk leaves everything unchanged.
 *
 * @throws WRITE_OUTSIDE for a path outside the folder, WRITE_FAILED for an error of the system
 */
export function writeTexts(folder: string, files: readonly OutputFile[]): void {
  refuseOutside(files.map(({ path }) => path));
  const changed = files.filter(({ path, text }) => present(join(folder, path)) !== text);
  const staged: string[] = [];
  try {
    for (const { path, text } of changed) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      const stage = `${file}.${process.pid}~`;
      staged.push(stage);
      writeFileSync(stage, text);
    }
    for (const { path } of changed) renameFile(`${join(folder, path)}.${process.pid}~`, join(folder, path));
  } catch (error) {
    for (const stage of staged) rmSync(stage, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new LadingError({
      code: 'WRITE_FAILED',
      subject: reason,
      place: folder,
      remedy: 'Free some space, or grant write permission',
    });
  }
}

function present(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Removes files and whole folders below a folder. @throws WRITE_OUTSIDE for a path outside the folder */
export function removePaths(folder: string, paths: readonly string[]): void {
  refuseOutside(paths);
  for (const path of paths) rmSync(join(folder, path), { recursive: true, force: true });
}

function refuseOutside(paths: readonly string[]): void {
  for (const path of paths) {
    const reason = pathError(path);
    if (reason === undefined) continue;
    throw new LadingError({
      code: 'WRITE_OUTSIDE',
      subject: `The path ${reason}`,
      place: path,
      remedy: 'Use another path',
    });
  }
}
