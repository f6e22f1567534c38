// Installs what tools need from others, when they first run: the groups of `installs/`, which share one lock file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = join(import.meta.dirname, 'installs');

/**
 * @typedef {'documents' | 'mutation' | 'peers' | 'references' | 'registry' | 'runtimes'} GroupName the folders of
 *   `installs/`
 */

/** A group that is installed by itself, into one `node_modules` beside the others. @param {GroupName} name */
export function group(name) {
  /** @type {{ readonly dependencies: Readonly<Record<string, string>>, readonly description: string }} */
  const { dependencies, description } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
  /** A file of an installed package, by its path. @param {string} path */
  const file = (path) => {
    const own = join(folder, name, 'node_modules', path);
    return existsSync(own) ? own : join(folder, 'node_modules', path);
  };
  const isInstalled = () =>
    Object.entries(dependencies).every(([dependency, wanted]) => {
      const path = file(`${dependency}/package.json`);
      // The range of an alias ends with the version.
      return existsSync(path) && wanted.endsWith(JSON.parse(readFileSync(path, 'utf8')).version);
    });
  return {
    /** Name and version of each dependency. */
    versions: Object.entries(dependencies),
    file,
    require: createRequire(join(folder, name, 'package.json')),
    isInstalled,
    /** Installs the group, unless it is there in the required versions. */
    install() {
      if (isInstalled()) return;
      process.stderr.write(`Installing once: ${description} …\n`);
      // `npm ci` would remove the other groups.
      const args = ['install', '--workspace', name, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
      const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
      if (status !== 0 || !isInstalled())
        throw new Error(`npm ${args.join(' ')} in tools/run/installs ended with ${status}`);
    },
  };
}

/**
 * Installs groups.
 *
 * @param {readonly GroupName[]} names
 * @returns {string | undefined} why one of them is missing
 */
export function missingGroup(...names) {
  try {
    for (const name of names) group(name).install();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Installs groups, or states why the program is skipped, and ends it.
 *
 * @param {readonly GroupName[]} names
 */
export function installOrSkip(...names) {
  const reason = missingGroup(...names);
  if (reason === undefined) return;
  process.stderr.write(`\n!!! SKIPPED: ${reason}\n\n`);
  process.exit(0);
}

/**
 * Fetches a source package, and unpacks some of its files into a folder, which exists only if it is complete.
 *
 * @param {{ readonly address: string, readonly sha256: string, readonly files: string, readonly depth: number }} source `depth`: how many
 *   folders the names of the files lose
 * @param {string} folder
 * @param {(unpacked: string) => void} [complete] changes the unpacked files
 */
export async function unpackSource({ address, sha256, files, depth }, folder, complete = () => undefined) {
  const response = await fetch(address, { signal: AbortSignal.timeout(120_000) });
  if (!response.ok) throw new Error(`${address} responded with ${response.status}`);
  const input = Buffer.from(await response.arrayBuffer());
  const sum = createHash('sha256').update(input).digest('hex');
  if (sum !== sha256) throw new Error(`${address} has the SHA-256 ${sum}, not ${sha256}`);
  mkdirSync(dirname(folder), { recursive: true });
  const unpacked = mkdtempSync(`${folder}-`);
  try {
    const options = ['-xJ', '-C', unpacked, `--strip-components=${depth}`, '--wildcards', files];
    const { error, status, stderr } = spawnSync('tar', options, { input, encoding: 'utf8' });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr.trim()}`);
    complete(unpacked);
    renameSync(unpacked, folder);
  } catch (error) {
    rmSync(unpacked, { recursive: true });
    throw error;
  }
}
