/** Computes the digests of the files that are released with a package. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from '../document/path.js';

/** Files that are built or installed, or that only this repository uses. */
const unreleased = new Set(['dist', 'node_modules', 'test', 'tsconfig.test.json', 'CHANGELOG.md']);

/** Returns the SHA-256 digest of each file, as `sha256sum` prints it, by its path in the package; empty if the folder does not exist. */
export function packageDigests(folder: string): ReadonlyMap<string, string> {
  const isLeftOut = (name: string) => unreleased.has(name) || name.startsWith('.');
  const paths = existsSync(folder) ? filesBelow(folder, isLeftOut).toSorted() : [];
  return new Map(
    paths.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );
}

/**
 * Returns the paths of the files relative to the folder, with slashes, in the order of the folders.
 *
 * Entries in archives know only their name: neither `parentPath` nor a recursive listing can be relied on.
 *
 * @param isLeftOut whether a file or folder of this name is passed over
 */
export function filesBelow(folder: string, isLeftOut: (name: string) => boolean = () => false): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (isLeftOut(entry.name)) return [];
    if (entry.isDirectory())
      return filesBelow(`${folder}/${entry.name}`, isLeftOut).map((path) => `${entry.name}/${path}`);
    return entry.isFile() ? [entry.name] : [];
  });
}
