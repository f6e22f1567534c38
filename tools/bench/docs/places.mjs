/** The paths of the references: Lading's build, and the installed peers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { group } from '@lading/run/installs';
import { run } from '../measure/run.mjs';
import { repository } from '../places.mjs';

/** The references of others, the driver of the browser, and Lighthouse. */
export const references = group('references');
export const document = join(repository, 'packages', 'v1.44', 'docs', 'dist', 'openapi.json');
export const browser = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/** @param {string} path */
export const ofPeer = (path) => references.file(path);

/** @returns {typeof import('playwright-core').chromium} */
export function chromium() {
  return references.require('playwright-core').chromium;
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
