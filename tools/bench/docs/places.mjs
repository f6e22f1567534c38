/** The paths of the references: Lading's build, and the installed peers. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../measure/run.mjs';
import { bench, repository } from '../places.mjs';

const peers = join(bench, 'docs', 'peers');
export const document = join(repository, 'packages', 'v1.44', 'docs', 'dist', 'openapi.json');
export const browser = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/** @param {string} path */
export const ofPeer = (path) => join(peers, 'node_modules', path);

/** @returns {[string, string][]} name and version of each peer */
export function wanted() {
  const { dependencies } = JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8'));
  return Object.entries(dependencies);
}

/** Installs the peers, unless each is installed in the required version. */
export function installPeers() {
  const installed = (/** @type {string} */ name) => {
    const file = ofPeer(`${name}/package.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
  };
  if (wanted().every(([name, version]) => installed(name) === version)) return;
  process.stderr.write('Installing the references for comparison (about 350 MB, once) …\n');
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

/**
 * Builds the site of both versions, each time into a new folder: after deleting files, a file system may take much longer
 * to create new ones.
 * @param {number} times
 * @returns {{ readonly cpu: number[], readonly folder: string }} seconds of processor time, and the folder of the last build
 */
export function buildSites(times) {
  const builds = mkdtempSync(join(tmpdir(), 'lading-bench-docs-'));
  process.on('exit', () => rmSync(builds, { recursive: true, force: true }));
  const cli = join(repository, 'packages', 'docs', 'bin', 'lading-docs.js');
  const cpu = Array.from({ length: times }, (_, index) => {
    const { status, output, usage } = run({ args: [cli, 'build', '--out', join(builds, String(index))] });
    if (status !== 0) throw new Error(`lading-docs build ended with ${status}: ${output}`);
    return usage.cpu;
  });
  return { cpu, folder: join(builds, String(times - 1)) };
}
