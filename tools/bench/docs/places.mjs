/** Where the references lie: ours as it is built, the peers as they are installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bench, repository } from '../places.mjs';

export const peers = join(bench, 'docs', 'peers');
export const document = join(repository, 'packages', 'v1.44', 'docs', 'gen', 'openapi.json');
export const browser = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';
export const site = join(tmpdir(), 'lading-bench-docs');

/** @param {string} path */
export const ofPeer = (path) => join(peers, 'node_modules', path);

/** @returns {[string, string][]} name and version of each peer */
export function wanted() {
  const { dependencies } = JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8'));
  return Object.entries(dependencies);
}

/** Nothing is done when every peer is there in the wanted version. */
export function installPeers() {
  const installed = (/** @type {string} */ name) => {
    const file = ofPeer(`${name}/package.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
  };
  if (wanted().every(([name, version]) => installed(name) === version)) return;
  process.stderr.write('Installing the references to compare with (about 350 MB, once) …\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--workspaces=false'], {
    cwd: peers,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm ci in tools/bench/docs/peers ended with ${status}`);
}

/** @returns {typeof import('playwright-core').chromium} */
export function chromium() {
  return createRequire(join(peers, 'package.json'))('playwright-core').chromium;
}

/** Builds both versions' site. @returns {number} the processor time, in seconds */
export function buildSite() {
  const cli = join(repository, 'packages', 'docs', 'dist', 'cli.js');
  const program = `const { main } = await import(${JSON.stringify(cli)});
    process.exitCode = await main(['build', '--out', ${JSON.stringify(site)}]);
    const { user, system } = process.cpuUsage();
    process.stderr.write(String((user + system) / 1e6));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`lading-docs build ended with ${status}: ${stderr}`);
  return Number(stderr);
}
