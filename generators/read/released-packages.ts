/** Packages of versions as they are now, compared with the record of what was released. */
import { existsSync, readdirSync } from 'node:fs';
import { versionSegment } from '../code/index.js';
import { LadingError } from '../diagnostics/index.js';
import { get, isObject } from '../document/index.js';
import { join } from '../document/path.js';
import { compareVersions } from '../ir/index.js';
import { readText } from './content.js';
import { packageDigests } from './package-digests.js';
import { parseText } from './parse.js';
import type { Fix, Released, ReleasedPackage } from './released.js';

/** A file of a released package that changed since the release. */
export interface Alteration {
  readonly package: string;
  /** The path below the folder of the packages. */
  readonly path: string;
  readonly kind: 'changed' | 'missing' | 'added';
  /** The version of the release. */
  readonly version: string;
}

/** Returns every alteration that no fix allows. @param present returns the current digests of a package's files */
export function alterationsOf(
  { packages, fixes }: Released,
  present: (folder: string) => ReadonlyMap<string, string>,
): readonly Alteration[] {
  return packages
    .filter((one) => !fixes.some((fix) => allows(fix, one)))
    .flatMap(({ name, folder, version, files }) => {
      const now = present(folder);
      const paths = [...new Set([...files.keys(), ...now.keys()])].sort();
      return paths.flatMap((path): readonly Alteration[] => {
        const [was, is] = [files.get(path), now.get(path)];
        if (was === is) return [];
        const kind = is === undefined ? 'missing' : was === undefined ? 'added' : 'changed';
        return [{ package: name, path: `${folder}/${path}`, kind, version }];
      });
    });
}

/** A fix has a separate version, later than the released one. */
function allows(fix: Fix, { name, version }: ReleasedPackage): boolean {
  return fix.name === name && compareVersions(fix.version, version) > 0;
}

/** Returns the record after a release of these packages, which includes their fixes. */
export function recorded({ packages, fixes }: Released, now: readonly ReleasedPackage[]): Released {
  const isNew = (name: string) => now.some((one) => one.name === name);
  const versionOf = (one: ReleasedPackage) => fixes.find((fix) => allows(fix, one))?.version ?? one.version;
  return {
    packages: [
      ...packages.filter(({ name }) => !isNew(name)),
      ...now.map((one) => ({ ...one, version: versionOf(one) })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    fixes: fixes.filter(({ name }) => !isNew(name)),
  };
}

/**
 * Returns the packages that were released.
 *
 * @param folder the folder of all packages
 * @param named a version of the API (`1.44`), or a package with the version of its release (`@lading/types-v1.44@1.44.1`)
 * @throws VERSION_UNKNOWN if there is none
 */
export function releasedPackages(folder: string, named: string): readonly ReleasedPackage[] {
  const [, name, version] = /^(@?[^@]+)@(.+)$/.exec(named) ?? [];
  return name === undefined || version === undefined
    ? packagesOfVersion(folder, named.replace(/^v/, ''))
    : [{ ...packageNamed(folder, name), version }];
}

/** @throws VERSION_UNKNOWN for a version without packages */
function packagesOfVersion(packages: string, version: string): readonly ReleasedPackage[] {
  const found = foldersBelow(packages, `v${versionSegment(version)}`);
  if (found.length > 0) return found.map((folder) => packageAt(packages, folder));
  throw unknown(`There are no packages of version "${version}"`, packages);
}

/** @throws VERSION_UNKNOWN for a package that belongs to no version */
function packageNamed(packages: string, name: string): ReleasedPackage {
  const versions = readdirSync(packages).filter((folder) => /^v\d/.test(folder));
  const folders = versions.flatMap((version) => foldersBelow(packages, version));
  const found = folders.map((folder) => packageAt(packages, folder)).find((one) => one.name === name);
  if (found !== undefined) return found;
  throw unknown(`No version of the API has a package "${name}"`, packages);
}

function foldersBelow(packages: string, version: string): readonly string[] {
  const folder = join(packages, version);
  return (existsSync(folder) ? readdirSync(folder).sort() : [])
    .map((kind) => `${version}/${kind}`)
    .filter((path) => existsSync(join(packages, path, 'package.json')));
}

function unknown(subject: string, place: string): LadingError {
  return new LadingError({ code: 'VERSION_UNKNOWN', subject, place, remedy: 'Generate it first: lading generate' });
}

function packageAt(packages: string, folder: string): ReleasedPackage {
  const file = join(packages, folder, 'package.json');
  const manifest = parseText(file, readText(file));
  const part = (key: string) => {
    const value = isObject(manifest) ? get(manifest, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { name: part('name'), version: part('version'), folder, files: packageDigests(join(packages, folder)) };
}
