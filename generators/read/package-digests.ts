/** The files of a package that are released with it, each with the digest of its bytes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Built, installed, or of nobody's concern but ours. */
const apart = new Set(['dist', 'node_modules', 'test', 'tsconfig.test.json', 'CHANGELOG.md']);

/** Path below the package → SHA-256 as `sha256sum` prints it, sorted; empty where the folder is not there. */
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
    if (apart.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}
