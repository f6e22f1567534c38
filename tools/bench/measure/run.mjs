/** Runs a command and measures the processor time, the elapsed time and the peak memory of the whole process tree, with GNU time. */
import { spawnSync } from 'node:child_process';

/**
 * @typedef {{ readonly node?: string, readonly args: readonly string[], readonly cwd?: string }} Command
 *   a Node script; `node` is the path of another Node
 * @typedef {{ readonly cpu: number, readonly elapsed: number, readonly peak: number }} Usage seconds, seconds, bytes
 * @typedef {{ readonly status: number | null, readonly output: string, readonly usage: Usage }} Run
 */

/**
 * @param {Command} command
 * @returns {Run}
 */
export function run({ node = process.execPath, args, cwd }) {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr, error } = spawnSync('/usr/bin/time', ['-q', '-f', '\n%U %S %M', node, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw new Error(`GNU time is needed (apt-get install time): ${error.message}`);
  const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
  const [, printed = '', user, system, kilobytes] = /^([^]*)\n([\d.]+) ([\d.]+) (\d+)\n$/.exec(stderr) ?? [];
  const usage = { elapsed, cpu: Number(user) + Number(system), peak: Number(kilobytes) * 1024 };
  return { status, output: `${stdout}${printed}`, usage };
}
