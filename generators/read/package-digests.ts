/** Computes the digests of the files that are released with a package. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from '../document/path.js';
import { filesBelow } from './files-below.js';

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
