/** The packages of the workspace that are published, in the order in which they depend on one another. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependenciesOf, parseManifest, type Manifest } from './manifest.js';

export interface Package {
  readonly name: string;
  /** Below the root of the workspace. */
  readonly folder: string;
  /** `v1.44` for what belongs to a version of the API, `shared` for what serves all of them. */
  readonly group: string;
  readonly manifest: Manifest;
}

export const shared = 'shared';

/** Every package that is not private. */
export function publicPackages(root: string): readonly Package[] {
  const patterns = readManifest(root).workspaces ?? [];
  const folders = new Set(patterns.flatMap((pattern) => matching(root, pattern.split('/'))));
  const packages = [...folders].sort().flatMap((folder) => {
    const manifest = readManifest(join(root, folder));
    return manifest.private === true ? [] : [{ name: manifest.name, folder, group: groupOf(manifest), manifest }];
  });
  return inOrder(packages);
}

/** The version of the API that a group belongs to. */
export function versionOf(group: string): string | undefined {
  return group === shared ? undefined : group.slice(1);
}

function groupOf({ nx }: Manifest): string {
  const tag = nx?.tags?.find((one) => one.startsWith('version:'));
  return tag === undefined ? shared : `v${tag.slice('version:'.length)}`;
}

function readManifest(folder: string): Manifest {
  return parseManifest(readFileSync(join(folder, 'package.json')));
}

/** The folders with a package.json that a pattern of `workspaces` names. */
function matching(root: string, [segment, ...rest]: readonly string[], folder = ''): readonly string[] {
  if (segment === undefined) return existsSync(join(root, folder, 'package.json')) ? [folder] : [];
  const below = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  if (segment !== '*') return matching(root, rest, below(segment));
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => matching(root, rest, below(name)));
}

function inOrder(packages: readonly Package[]): readonly Package[] {
  const byName = new Map(packages.map((one) => [one.name, one]));
  const done = new Set<Package>();
  const visit = (one: Package, path: readonly Package[]): void => {
    if (done.has(one) || path.includes(one)) return;
    for (const name of dependenciesOf(one.manifest).keys()) {
      const other = byName.get(name);
      if (other) visit(other, [...path, one]);
    }
    done.add(one);
  };
  for (const one of packages) visit(one, []);
  return [...done];
}
