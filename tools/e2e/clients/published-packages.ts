/** Installs the packages into a folder, in the form in which they are published. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dependenciesOf } from '../../release/src/manifest.js';
import { pack } from '../../release/src/pack.js';
import { publicPackages, type Package } from '../../release/src/workspace.js';

const root = join(import.meta.dirname, '..', '..', '..');

/** The client, the server, and all their dependencies of this repository. */
function published(): readonly Package[] {
  const all = publicPackages(root);
  const found = new Set(['@lading/client', '@lading/server']);
  // A set yields what is added meanwhile.
  for (const name of found)
    for (const other of dependenciesOf(
      all.find((one) => one.name === name)?.manifest ?? ({} as Package['manifest']),
    ).keys())
      if (other.startsWith('@lading/')) found.add(other);
  return all.filter(({ name }) => found.has(name));
}

export interface PublishedPackages {
  /** A program in this folder can import the packages. */
  readonly folder: string;
  remove(): void;
}

/** Packs the packages as a release does. Other dependencies are linked from the repository, so that no registry is used. */
export async function publish(): Promise<PublishedPackages> {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-published-'));
  const pathIn = (...names: string[]): string => {
    const path = join(folder, 'node_modules', ...names);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  const packages = published();
  for (const [name, files] of await pack(root, packages))
    for (const [path, bytes] of files) writeFileSync(pathIn(name, path), bytes);
  const others = new Set(packages.flatMap(({ manifest }) => [...dependenciesOf(manifest).keys()]));
  for (const name of others)
    if (!name.startsWith('@lading/')) symlinkSync(join(root, 'node_modules', name), pathIn(name));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
