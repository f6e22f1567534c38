// Installs what tools need from others, when they first run: the groups of `installs/`, which share one lock file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

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
