/** Installs the peers into a separate folder when the bench runs. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ofPeer, peers } from '../places.mjs';
import { node22 } from './generators.mjs';

/** Installs the peers, unless each is installed in the required version. */
export function installPeers() {
  if (existsSync(node22) && wanted().every(([name, version]) => installed(name) === version)) return;
  process.stderr.write('Installing the peers (about 400 MB, once) …\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: peers,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm ci in tools/bench/peers ended with ${status}`);
}

/** @returns {[string, string][]} name and version of each peer */
export function wanted() {
  const { dependencies } = JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8'));
  return Object.entries(dependencies);
}

/** @param {string} name */
function installed(name) {
  const file = ofPeer(`${name}/package.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
