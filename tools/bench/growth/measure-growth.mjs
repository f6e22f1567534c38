/** Measures each job for documents of several sizes and for several versions, in new processes. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../measure/run.mjs';
import { cacheFolder, lading } from '../places.mjs';
import { writeCopies, writeVersions } from './documents.mjs';

/**
 * @typedef {{ readonly job: string, readonly by: 'size' | 'versions', readonly times: number, readonly cpu: number,
 *   readonly peak: number, readonly bytes: number }} Row seconds; bytes
 * @typedef {{ readonly progress: (text: string) => void, readonly chosen: (name: string) => boolean }} Settings
 */

/**
 * A command, and what it writes.
 * @typedef {{ readonly name: string, readonly args: readonly string[], readonly out?: string, readonly cwd?: string,
 *   readonly prepare?: () => void }} Job
 */

const sizes = [1, 2, 4, 8];
const versions = [1, 4, 16, 32];
const kinds = ['--clients', '--servers', '--docs'];

/** @param {Settings} settings @returns {Row[]} */
export function measureGrowth({ progress, chosen }) {
  const work = mkdtempSync(join(tmpdir(), 'lading-bench-growth-'));
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const times of sizes) measure('size', times, ofSize(join(work, `size-${times}`), times));
    for (const times of versions) measure('versions', times, ofVersions(join(work, `versions-${times}`), times));
    return rows;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }

  /** @param {Row['by']} by @param {number} times @param {readonly Job[]} jobs */
  function measure(by, times, jobs) {
    for (const { name, args, prepare, out, cwd } of jobs) {
      if (!chosen(name)) continue;
      progress(`${name}, ${times} × ${by}`);
      prepare?.();
      rmSync(cacheFolder, { recursive: true, force: true });
      const { status, output, usage } = run({ args, ...(cwd !== undefined && { cwd }) });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${output.slice(-300)}`);
      rows.push({
        job: name,
        by,
        times,
        cpu: usage.cpu,
        peak: usage.peak,
        bytes: out === undefined ? 0 : bytesBelow(out),
      });
    }
  }
}

/** The jobs of a document and its next version. @param {string} folder @param {number} times @returns {readonly Job[]} */
function ofSize(folder, times) {
  const [one, other, out] = [join(folder, 'one.json'), join(folder, 'other.json'), join(folder, 'out')];
  mkdirSync(folder);
  writeCopies(one, times);
  writeCopies(other, times, { isLater: true });
  const documents = ['--document', one, '--document', other];
  return [
    ...generateAndBuild([lading, 'generate', '--quiet', ...documents, ...kinds, '--out', out], out),
    docs(['--document', one], folder),
    { name: 'lint', args: [lading, 'lint', one] },
    { name: 'diff', args: [lading, 'diff', one, other] },
    { name: 'derive', args: [lading, 'derive', one, other] },
  ];
}

/** The jobs of several versions of the specification. @param {string} folder @param {number} count @returns {readonly Job[]} */
function ofVersions(folder, count) {
  const [spec, out] = [join(folder, 'spec'), join(folder, 'out')];
  mkdirSync(folder);
  writeVersions(spec, count);
  return [
    ...generateAndBuild([lading, 'generate', '--quiet', '--spec', spec, ...kinds, '--out', out], out),
    docs(['--spec', spec], folder),
  ];
}

/** @param {readonly string[]} args @param {string} out @returns {readonly Job[]} */
function generateAndBuild(args, out) {
  const compiler = join(out, 'node_modules', 'typescript', 'bin', 'tsc');
  return [
    { name: 'generate', args, out },
    { name: 'build', args: [compiler, '--build'], prepare: () => install(out, args), cwd: out },
  ];
}

/** @param {readonly string[]} source @param {string} folder */
function docs(source, folder) {
  const out = join(folder, 'site');
  return { name: 'docs', args: [lading, 'docs', '--quiet', ...source, '--out', out], out };
}

/** Generates, unless it was generated, and installs what the workspace needs. @param {string} out @param {readonly string[]} args */
function install(out, args) {
  run({ args });
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: out, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install ended with ${status}: ${stderr.slice(-300)}`);
}

/** @param {string} folder */
function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
