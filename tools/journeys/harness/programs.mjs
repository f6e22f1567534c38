/** The package managers and runtimes of the journeys, which are installed outside the repository when they are first needed. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Programs and third-party packages, for the next run; outside the repository, because journeys use them. */
export const cache = process.env['LADING_JOURNEYS'] ?? '/var/tmp/lading-journeys';
const listed = join(import.meta.dirname, '..', 'runners');
const folder = join(cache, 'programs');

/** @typedef {'pnpm' | 'yarn' | 'bun' | 'deno' | 'node22' | 'node24'} Program */

/** @type {Readonly<Record<Program, string>>} */
const paths = {
  pnpm: '.bin/pnpm',
  yarn: '.bin/yarn',
  bun: '.bin/bun',
  deno: '.bin/deno',
  node22: 'node22/bin/node',
  node24: 'node24/bin/node',
};

/** Installs the programs, unless all are there in the required versions. */
export function installPrograms() {
  const [wanted, installed] = [join(listed, 'package.json'), join(folder, 'installed.json')];
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(wanted, 'utf8')) return;
  process.stderr.write(`Installing package managers and runtimes into ${folder} (about 640 MB, once) …\n`);
  mkdirSync(folder, { recursive: true });
  cpSync(wanted, join(folder, 'package.json'));
  // Without a lock file: npm leaves the packages for other platforms out of it, and then refuses it.
  const options = ['--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm install in ${folder} ended with ${status}`);
  // Copied last, so that an interrupted installation is repeated.
  cpSync(wanted, installed);
}

/** @param {Program} name @returns {string} the path of the installed program */
export function programPath(name) {
  return realpathSync(join(folder, 'node_modules', paths[name]));
}
