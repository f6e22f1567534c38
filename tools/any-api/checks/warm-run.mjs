/** Runs programs one after the other in one process, which saves most of the time of small ones: that of their start. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { program } from '../places.mjs';
import { limitedRun, limits } from './limited-run.mjs';

/** A process with more is replaced: modules that were imported stay in memory. */
const MOST_MEGABYTES = 600;
/** What takes longer runs again in a process of its own: it may never end. */
const LONGEST_WAIT = 600_000;

/** Processes that wait for a task. @type {import('node:child_process').ChildProcess[]} */
const idle = [];

/**
 * Runs a module. What fails is run again in a process of its own, whose result counts.
 * @param {readonly string[]} args the path of the module, and its arguments
 * @returns {Promise<import('./limited-run.mjs').Run>} `megabytes` is 0: what one task takes is not known
 */
export async function warmRun(args) {
  const child = idle.pop() ?? started();
  child.ref();
  child.channel?.ref();
  child.send({ args });
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(LONGEST_WAIT)]);
  /** @type {import('./run-program.mjs').TaskResult | undefined} */
  const result = await Promise.race([
    once(child, 'message', { signal }).then(([message]) => message),
    once(child, 'exit', { signal }).then(() => undefined),
  ]).catch(() => undefined);
  settled.abort();
  if (result === undefined || result.megabytes > MOST_MEGABYTES) {
    child.kill('SIGKILL');
  } else {
    // A waiting process does not keep this one alive.
    child.unref();
    child.channel?.unref();
    idle.push(child);
  }
  if (result?.status === 0) return { output: result.output, seconds: result.seconds, megabytes: 0 };
  return coldRun(args);
}

/** Documents up to this size share a process. Larger ones have their own, which is measured, and ends at the limits. */
const LARGEST_SHARED = 400_000;

/** How the programs of some documents run. @param {readonly string[]} paths @returns {(args: readonly string[]) => Promise<import('./limited-run.mjs').Run>} */
export function runnerFor(paths) {
  return paths.every((path) => statSync(path).size <= LARGEST_SHARED) ? warmRun : coldRun;
}

/** Runs a module in a process of its own. @param {readonly string[]} args */
export function coldRun([path = '', ...args]) {
  return limitedRun(path.endsWith('lading.mjs') ? [path, ...args] : [program('run-program.mjs'), path, ...args]);
}

/** Ends the processes that wait. */
export function endWarmRuns() {
  for (const child of idle.splice(0)) child.kill('SIGKILL');
}

function started() {
  const child = fork(program('run-program.mjs'), {
    execArgv: [`--max-old-space-size=${limits.megabytes}`],
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return child;
}
