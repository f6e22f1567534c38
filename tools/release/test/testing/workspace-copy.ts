/** A workspace that tests may change: the packed packages, in their folders. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pack } from '../../src/contents.js';
import type { Files } from '../../src/contents.js';
import { publicPackages, type Package } from '../../src/workspace.js';

export const root = join(import.meta.dirname, '..', '..', '..', '..');

/** The packages of the repository. */
export const packages: readonly Package[] = publicPackages(root);

export async function packRepository(): Promise<ReadonlyMap<string, Files>> {
  return pack(root, packages);
}

export function copyWorkspace(packed: ReadonlyMap<string, Files>, folder: string): void {
  for (const { name, folder: packageFolder } of packages) {
    for (const [path, bytes] of packed.get(name) ?? []) write(join(folder, packageFolder, path), bytes);
  }
  // The last one is a script that npm runs before it packs the generator.
  for (const path of ['LICENSE', 'tools/build/carry-runtimes.mjs'])
    write(join(folder, path), readFileSync(join(root, path)));
  write(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: packages.map((one) => one.folder) }));
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
