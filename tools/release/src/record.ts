/** The record of released packages of each version, and the planned fixes in it: `lading check-released`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import semver from 'semver';
import type { ReleaseStep } from './plan.js';
import { shared, type Package } from './workspace.js';

/** The part of the record that a release uses. */
export interface Recorded {
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  /** Intended changes of released packages, each with its next version and a sentence for the changelog. */
  readonly fixes: readonly { readonly name: string; readonly version: string; readonly change: string }[];
  /** Files that differ from the released ones. */
  readonly alterations: readonly { readonly package: string; readonly path: string; readonly version: string }[];
}

export interface ReleaseRecord {
  read(): Promise<Recorded>;
  /** Records the current content of packages, each with its published version. */
  write(published: readonly string[]): Promise<void>;
}

/** The record of a repository. @param args options that select other folders */
export function recordOf(root: string, args: readonly string[] = []): ReleaseRecord {
  const check = (...more: readonly string[]) => lading(root, ['check-released', ...args, ...more]);
  return {
    async read() {
      return JSON.parse(await check('--json')) as Recorded;
    },
    async write(published) {
      if (published.length > 0) await check('--record', ...published);
    },
  };
}

/** Applies the versions of fixes that are higher than those of the package.json. */
export function withFixes(packages: readonly Package[], fixes: Recorded['fixes']): readonly Package[] {
  return packages.map((one) => {
    const version = fixes.find(({ name }) => name === one.name)?.version;
    if (version === undefined || semver.lte(version, one.manifest.version)) return one;
    return { ...one, manifest: { ...one.manifest, version } };
  });
}

/** The published packages to record. Packages of one version must not change; packages of all versions are not recorded. */
export function toRecord(steps: readonly ReleaseStep[], { packages }: Recorded): readonly string[] {
  const recordedPackages = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  return steps
    .filter((step) => step.package.group !== shared)
    .map(({ package: { name }, version }) => `${name}@${version}`)
    .filter((published) => !recordedPackages.has(published));
}

/** Runs the generator of a repository and returns its output; exit code 3 (differences found) is not a failure. */
export function lading(root: string, args: readonly string[]): Promise<string> {
  const program = join(root, 'generators', 'cli', 'lading.mjs');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { cwd: root, maxBuffer: 1 << 26 }, (error, stdout) => {
      if (error && error.code !== 3) reject(error);
      else resolve(stdout);
    });
  });
}
