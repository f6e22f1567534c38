/** Computes the digests of the files that are released with a package. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Files that are built or installed, or that only this repository uses. */
const unreleased = new Set(['dist', 'node_modules', 'test', 'tsconfig.test.json', 'CHANGELOG.md']);

/** Returns the SHA-256 digest of each file, as `sha256sum` prints it, by its path in the package; empty if the folder does not exist. */
export function packageDigests(folder: string): ReadonlyMap<string, string> {
  const paths = existsSync(folder) ? filesBelow(folder).sort() : [];
  return new Map(
    paths.map((path) => [
      relative(folder, path).split(sep).join('/'),
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (unreleased.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}
