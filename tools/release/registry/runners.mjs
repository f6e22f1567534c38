/** Installs the programs that test publishing into a separate folder when they are first needed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const runners = join(import.meta.dirname, '..', 'runners');

/**
 * Installs the programs.
 *
 * @returns {string | undefined} the reason why they cannot be installed
 */
export function installRunners() {
  const { dependencies } = JSON.parse(readFileSync(join(runners, 'package.json'), 'utf8'));
  const areInstalled = Object.entries(dependencies).every(([name, required]) => {
    const file = join(runners, 'node_modules', name, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === required;
  });
  if (areInstalled) return undefined;
  console.error('Installing a registry and two checkers of packages (about 90 MB, once) …');
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: runners,
    encoding: 'utf8',
  });
  return status === 0
    ? undefined
    : `npm ci in tools/release/runners ended with ${status}: ${stderr.trim().slice(-300)}`;
}
