/** Remembers what a run made of its inputs, so that the next one with the same inputs need not make it again. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A digest of everything below the folders and of the words; undefined when something cannot be read. */
export function digestOf(folders: readonly string[], words: readonly string[]): string | undefined {
  const hash = createHash('sha256').update(JSON.stringify(words));
  try {
    for (const folder of folders) {
      for (const path of filesBelow(folder)) hash.update(`\0${path}\0`).update(readFileSync(join(folder, path)));
    }
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

/** What was remembered under the key; nothing when it is another key's, was cut short, or cannot be read. */
export function recall<T>(file: string, key: string): T | undefined {
  try {
    const [known, digest, ...rest] = readFileSync(file, 'utf8').split('\n');
    const text = rest.join('\n');
    if (known !== key || digest !== sha256(text)) return undefined;
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** Remembers one value; that it could not is no failure of the run. */
export function remember(file: string, key: string, value: unknown): void {
  const text = JSON.stringify(value);
  const next = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(next, `${key}\n${sha256(text)}\n${text}`);
    renameSync(next, file);
  } catch {
    rmSync(next, { force: true });
  }
}

function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((path) => path.slice(folder.length + 1)).sort();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
