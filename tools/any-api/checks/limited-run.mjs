/** Runs a Node program within limits of processor time and memory, and measures both. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preload, usageIn } from '../../bench/measure/run.mjs';

export const limits = { seconds: 60, megabytes: 1500 };
/** A program that computes longer is ended. One that only waits, since others use the processors, is not. */
const MOST_SECONDS = 2 * limits.seconds;

/**
 * @typedef {{ readonly output: string, readonly seconds: number, readonly megabytes: number, readonly failure?: string }} Run
 *   `seconds` of processor time; `failure`: the first error, or the limit that was exceeded
 */

/** @param {readonly string[]} args @param {string} [cwd] @param {string} [node] @returns {Promise<Run>} */
export async function limitedRun(args, cwd, node = process.execPath) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-usage-'));
  const file = join(folder, 'usage');
  const child = spawn(node, [`--max-old-space-size=${limits.megabytes}`, ...args], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: preload, LADING_BENCH_USAGE: file, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const watch = setInterval(() => {
    if (secondsOf(child.pid) > MOST_SECONDS) child.kill('SIGKILL');
  }, 1000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [status, signal] = await new Promise((resolve) => {
    child.once('close', (...ending) => resolve(ending));
  });
  clearInterval(watch);
  const { cpu: seconds, peak } = usageIn(existsSync(file) ? readFileSync(file, 'utf8') : '');
  const megabytes = peak / 1e6;
  rmSync(folder, { recursive: true });
  const failure = failureOf({ status, signal, output, seconds, megabytes });
  return { output, seconds, megabytes, ...(failure === undefined ? {} : { failure }) };
}

/** The processor time of a running process. Linux counts a hundred ticks a second. @param {number | undefined} pid */
function secondsOf(pid) {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** @param {{ status: number | null, signal: string | null, output: string, seconds: number, megabytes: number }} run */
function failureOf({ status, signal, output, seconds, megabytes }) {
  if (output.includes('heap out of memory')) return `more than ${limits.megabytes} MB`;
  if (signal === 'SIGKILL') return `more than ${MOST_SECONDS} s of processor time`;
  if (status !== 0) return firstError(output) || `exit code ${status ?? signal}`;
  if (seconds > limits.seconds) return `${seconds.toFixed(0)} s of processor time (limit ${limits.seconds})`;
  return megabytes > limits.megabytes ? `${megabytes.toFixed(0)} MB (limit ${limits.megabytes})` : undefined;
}

/** @param {string} output what a program printed */
export function firstError(output) {
  const lines = output.split('\n').map((line) => line.trim());
  return (
    lines.find((line) => /^(?:\w*Error\b.*:|error\b)|: error TS/.test(line)) ??
    lines.find((line) => line !== '') ??
    ''
  ).slice(0, 400);
}
