/** Runs a command and measures the processor time, the elapsed time and the peak memory of the whole process tree. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {{ readonly node?: string, readonly args: readonly string[], readonly cwd?: string }} Command
 *   a Node script; `node` is the path of another Node
 * @typedef {{ readonly cpu: number, readonly elapsed: number, readonly peak: number }} Usage seconds, seconds, bytes
 * @typedef {{ readonly status: number | null, readonly output: string, readonly usage: Usage }} Run
 */

const gnuTime = '/usr/bin/time';
/** The options of Node with which each process of a command writes its usage into the file that `LADING_BENCH_USAGE` names. */
export const preload = `--import ${new URL('report-usage.mjs', import.meta.url).href}`;
const hasTime = hasGnuTime();

/** The method of measurement on this machine, for the head of the table. */
export const method = hasTime ? 'GNU time (wait4)' : 'a preload in each Node process';

function hasGnuTime() {
  return existsSync(gnuTime) && spawnSync(gnuTime, ['--version']).status === 0;
}

/**
 * @param {Command} command
 * @returns {Run}
 */
export function run({ node = process.execPath, args, cwd }) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-run-'));
  const file = join(folder, 'usage');
  const { NODE_OPTIONS: _ours, ...env } = process.env;
  const options = { cwd, encoding: /** @type {const} */ ('utf8'), maxBuffer: 1 << 28 };
  try {
    const start = process.hrtime.bigint();
    const { status, stdout, stderr } = hasTime
      ? spawnSync(gnuTime, ['-q', '-o', file, '-f', '%U %S %M', node, ...args], { ...options, env })
      : spawnSync(node, [...args], {
          ...options,
          env: { ...env, NODE_OPTIONS: preload, LADING_BENCH_USAGE: file },
        });
    const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
    const used = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return { status, output: `${stdout}${stderr}`, usage: { elapsed, ...(hasTime ? ofTime(used) : usageIn(used)) } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} text */
function ofTime(text) {
  const [user = NaN, system = NaN, kilobytes = NaN] = text.trim().split(' ').map(Number);
  return { cpu: user + system, peak: kilobytes * 1024 };
}

/** Reads what such processes have written. @param {string} text one line for each process */
export function usageIn(text) {
  const processes = text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /** @type {{ cpu: number, peak: number }} */ (JSON.parse(line)));
  return {
    cpu: processes.reduce((sum, { cpu }) => sum + cpu, 0),
    peak: Math.max(0, ...processes.map(({ peak }) => peak)),
  };
}
