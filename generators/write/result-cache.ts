/** A cache of results on disk: a later run with the same inputs reuses the result. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from '../document/path.js';
import { renameFile } from './rename-file.js';

/** Returns a digest of all files in the folders and of the values; undefined if a file cannot be read. */
export function inputsDigest(folders: readonly string[], values: readonly string[]): string | undefined {
  const hash = createHash('sha256').update(JSON.stringify(values));
  try {
    for (const folder of folders) {
      for (const path of filesBelow(folder)) hash.update(`\0${path}\0`).update(readFileSync(join(folder, path)));
    }
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

/** Returns the cached value of the key; undefined if the file has another key, is truncated, or cannot be read. */
export function readCached<T>(file: string, key: string): T | undefined {
  try {
    const [cachedKey, digest, ...rest] = readFileSync(file, 'utf8').split('\n');
    const text = rest.join('\n');
    if (cachedKey !== key || digest !== sha256(text)) return undefined;
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** Writes a value to the cache. A failure is ignored, since the cache is optional. */
export function writeCached(file: string, key: string, value: unknown): void {
  const text = JSON.stringify(value);
  const stage = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(stage, `${key}\n${sha256(text)}\n${text}`);
    renameFile(stage, file);
  } catch {
    rmSync(stage, { force: true });
  }
}

/** Entries in archives, where Yarn PnP has packages, know only their name. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (entry.isDirectory()) return filesBelow(join(folder, entry.name)).map((path) => `${entry.name}/${path}`);
      return entry.isFile() ? [entry.name] : [];
    })
    .sort();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
