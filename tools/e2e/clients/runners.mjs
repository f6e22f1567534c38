/** Installs the runtimes and the bundler that the smoke tests of the clients need, in a folder of their own. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with their `package.json`. */
export const runners = join(import.meta.dirname, 'runners');

/**
 * Installs them, unless all are there in the required versions. The packages of Node all provide the command `node`, so they
 * are installed under aliases.
 *
 * @returns {{ readonly nodes: readonly string[], readonly bun: string, readonly deno: string }} the paths of the programs
 */
export function installRunners() {
  const { dependencies } = JSON.parse(readFileSync(join(runners, 'package.json'), 'utf8'));
  const installed = (name) => {
    const file = join(runners, 'node_modules', name, 'package.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
  };
  const bin = (name) => join(runners, 'node_modules', '.bin', name);
  const nodes = Object.keys(dependencies)
    .filter((name) => name.startsWith('node'))
    .map((name) => join(runners, 'node_modules', name, 'bin', 'node'));
  const programs = { nodes, bun: bin('bun'), deno: bin('deno') };
  const isCurrent = Object.entries(dependencies).every(([name, wanted]) => wanted.endsWith(installed(name) ?? '?'));
  if (isCurrent && [...nodes, programs.bun, programs.deno].every((path) => existsSync(path))) return programs;
  console.error('Installing the runners (about 600 MB, once) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: runners,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm ci in ${runners} ended with ${status}`);
  return programs;
}
