/** Writes a few texts that people go on with by hand: each wholly or not at all, and nothing that lies there in vain. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OutputFile } from '../code/index.js';
import { LadingError } from '../diagnostics/index.js';
import { objection } from './safe-path.js';

/**
 * Stages all texts beside their places first, so that a full disk leaves everything as it was.
 *
 * @throws WRITE_OUTSIDE for a path that leads elsewhere, WRITE_FAILED when the disk refuses
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
    for (const { path } of changed) renameSync(`${join(folder, path)}.${process.pid}~`, join(folder, path));
  } catch (error) {
    for (const stage of staged) rmSync(stage, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new LadingError({
      code: 'WRITE_FAILED',
      subject: reason,
      place: folder,
      remedy: 'Make room, or allow writing there',
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

/** Takes away files, or folders as a whole, below a folder. @throws WRITE_OUTSIDE for a path that leads elsewhere */
export function removePaths(folder: string, paths: readonly string[]): void {
  refuseOutside(paths);
  for (const path of paths) rmSync(join(folder, path), { recursive: true, force: true });
}

function refuseOutside(paths: readonly string[]): void {
  for (const path of paths) {
    const reason = objection(path);
    if (reason === undefined) continue;
    throw new LadingError({
      code: 'WRITE_OUTSIDE',
      subject: `The path ${reason}`,
      place: path,
      remedy: 'Name another',
    });
  }
}
