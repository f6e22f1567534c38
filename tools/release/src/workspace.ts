/** The published packages of the workspace, in the order of their dependencies. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependenciesOf, parseManifest, type Manifest } from './manifest.js';

export interface Package {
  readonly name: string;
  /** The path below the root of the workspace. */
  readonly folder: string;
  /** `v1.44` for the packages of an API version, `shared` for packages of all versions. */
  readonly group: string;
  readonly manifest: Manifest;
}

export const shared = 'shared';

/** The packages that are not private. */
export function publicPackages(root: string): readonly Package[] {
  const patterns = readManifest(root).workspaces ?? [];
  const folders = new Set(patterns.flatMap((pattern) => matching(root, pattern.split('/'))));
  const packages = [...folders].sort().flatMap((folder) => {
    const manifest = readManifest(join(root, folder));
    return manifest.private === true ? [] : [{ name: manifest.name, folder, group: groupOf(manifest), manifest }];
  });
  return inOrder(packages);
}

/** The API version of a group; undefined for `shared`. */
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

/** The folders with a package.json that match a pattern of `workspaces`. */
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
