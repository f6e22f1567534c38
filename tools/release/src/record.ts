/** The record of what was released of each version, and the fixes that are said in it: `lading check-released`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Step } from './plan.js';
import { compareVersions } from './version.js';
import { shared, type Package } from './workspace.js';

/** As far as it is used here. */
export interface Recorded {
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  /** A change of a released package that is meant: its next number, and a sentence for the history. */
  readonly fixes: readonly { readonly name: string; readonly version: string; readonly change: string }[];
  /** Files that are not what was released. */
  readonly alterations: readonly { readonly package: string; readonly path: string; readonly version: string }[];
}

export interface ReleaseRecord {
  read(): Promise<Recorded>;
  /** Writes down packages as they are now, each with the number that it was published under. */
  write(published: readonly string[]): Promise<void>;
}

/** The record of a repository. @param args other folders than its own */
export function recordOf(root: string, args: readonly string[] = []): ReleaseRecord {
  const program = join(root, 'generators', 'cli', 'lading.mjs');
  const check = (...more: readonly string[]) => run(root, [program, 'check-released', ...args, ...more]);
  return {
    async read() {
      return JSON.parse(await check('--json')) as Recorded;
    },
    async write(published) {
      if (published.length > 0) await check('--record', ...published);
    },
  };
}

/** With the numbers that fixes ask for, where those are higher than the ones of the package.json. */
export function withFixes(packages: readonly Package[], fixes: Recorded['fixes']): readonly Package[] {
  return packages.map((one) => {
    const version = fixes.find(({ name }) => name === one.name)?.version;
    if (version === undefined || compareVersions(version, one.manifest.version) <= 0) return one;
    return { ...one, manifest: { ...one.manifest, version } };
  });
}

/** What serves all versions changes with them; what belongs to one version stays as it was published. */
export function toRecord(steps: readonly Step[], { packages }: Recorded): readonly string[] {
  const known = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  return steps
    .filter((step) => step.package.group !== shared)
    .map(({ package: { name }, version }) => `${name}@${version}`)
    .filter((published) => !known.has(published));
}

/** What it prints; that it found something (3) is no failure. */
function run(cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 1 << 26 }, (error, stdout) => {
      if (error && error.code !== 3) reject(error);
      else resolve(stdout);
    });
  });
}
