/** The published packages of the workspace, in the order of their dependencies. */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import semver from 'semver';
import { globSync } from 'tinyglobby';
import { PublishError } from './npm.js';

export type Dependencies = Readonly<Record<string, string>>;

/** The fields of a package.json that a release uses. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly workspaces?: readonly string[];
  readonly repository?: { readonly type: string; readonly url: string };
  readonly nx?: { readonly tags?: readonly string[] };
  readonly dependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}

/** The fields that name packages which are installed with this one. */
export const dependencyFields = ['dependencies', 'peerDependencies', 'optionalDependencies'] as const;

/** The ranges of all packages that are installed with a package, by name. */
export function dependenciesOf(manifest: Manifest): ReadonlyMap<string, string> {
  return new Map(dependencyFields.flatMap((field) => Object.entries(manifest[field] ?? {})));
}

export function parseManifest(text: string | Buffer): Manifest {
  return JSON.parse(text.toString()) as Manifest;
}

export interface Package {
  readonly name: string;
  /** The path below the root of the workspace. */
  readonly folder: string;
  /** `v1.44` for the packages of an API version, `shared` for packages of all versions. */
  readonly group: string;
  readonly manifest: Manifest;
}

export const shared = 'shared';

/** The packages that are not private. @throws PublishError MANIFEST_INVALID */
export function publicPackages(root: string): readonly Package[] {
  const patterns = readManifest(root).workspaces ?? [];
  const outside = patterns.find((pattern) => isAbsolute(pattern) || pattern.split(/[/\\]/).includes('..'));
  if (outside !== undefined) throw invalid('package.json', `the workspace ${outside} is outside of the repository`);
  const options = { cwd: root, ignore: ['**/node_modules/**'], onlyFiles: false, expandDirectories: false };
  const files = globSync(
    [...new Set(patterns)].map((pattern) => `${pattern}/package.json`),
    options,
  );
  const packages = [...new Set(files.map((file) => dirname(file)))].sort().flatMap((folder) => {
    const manifest = readManifest(root, folder);
    return manifest.private === true ? [] : [{ name: manifest.name, folder, group: groupOf(manifest), manifest }];
  });
  return inOrder(packages);
}

/** The API version of a group; undefined for `shared`. */
export function versionOf(group: string): string | undefined {
  return group === shared ? undefined : group.slice(1);
}

/** The release line of a version: `1.44` for `1.44.2`. */
export function lineOf(version: string): string {
  return `${semver.major(version)}.${semver.minor(version)}`;
}

function groupOf({ nx }: Manifest): string {
  const tag = nx?.tags?.find((one) => one.startsWith('version:'));
  return tag === undefined ? shared : `v${tag.slice('version:'.length)}`;
}

function readManifest(root: string, folder = ''): Manifest {
  const file = folder === '' ? 'package.json' : `${folder}/package.json`;
  // A folder that is a link may lead out of the repository.
  const [real, realRoot] = [realpathSync(join(root, file)), realpathSync(root)];
  if (relative(realRoot, real) !== join(file)) throw invalid(file, `it is a link to ${real}`);
  const manifest = manifestOf(file, readFileSync(real));
  if (folder === '' || manifest.private === true) return manifest;
  if (typeof manifest.name !== 'string' || !packageName.test(manifest.name))
    throw invalid(file, `its name ${shown(manifest.name)} is not one of npm`);
  if (semver.valid(manifest.version) !== manifest.version)
    throw invalid(file, `its version ${shown(manifest.version)} is not one of npm`);
  return manifest;
}

/** What npm accepts as the name of a package. */
const packageName = /^(?=.{1,214}$)(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Reads a manifest, whose fields that a release uses must have their types. */
function manifestOf(file: string, bytes: Buffer): Manifest {
  let value: unknown;
  try {
    value = parseManifest(bytes);
  } catch {
    throw invalid(file, 'it is not JSON');
  }
  if (!isObject(value)) throw invalid(file, 'it is not an object');
  const { nx = {} } = value;
  const tags = isObject(nx) ? nx['tags'] : nx;
  const lists = { files: value['files'], workspaces: value['workspaces'], 'nx.tags': tags };
  for (const [field, list] of Object.entries(lists))
    if (list !== undefined && !(Array.isArray(list) && list.every((one) => typeof one === 'string')))
      throw invalid(file, `${field} is not a list of strings`);
  for (const field of dependencyFields) {
    const ranges = value[field] ?? {};
    if (!isObject(ranges) || !Object.values(ranges).every((range) => typeof range === 'string'))
      throw invalid(file, `${field} is not an object of ranges`);
  }
  return value as unknown as Manifest;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 100);
}

function invalid(file: string, reason: string): PublishError {
  return new PublishError('MANIFEST_INVALID', `${file} cannot be released: ${reason}; correct it.`);
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
