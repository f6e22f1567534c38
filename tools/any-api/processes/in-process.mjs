/** Runs functions in other processes within limits of processor time and memory. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from '../places.mjs';

export const megabytesLimit = 1500;

/** @typedef {{ value?: any, failure?: string, seconds: number, megabytes: number }} Run `megabytes`: the peak of the process so far */

/**
 * A process that runs functions one after the other, which saves the time of its start; the size of the documents decides the limits.
 * @param {readonly string[]} [documents]
 */
export function processFor(documents = []) {
  const limit = secondsLimit(documents.map((path) => statSync(path).size));
  /** @type {any} */
  let child;
  return { run, end };

  /**
   * Runs the function `run` of a module of this tool, or another one: `#name`. What fails in a process that has run others runs again in a new one.
   * @param {string} module its path @param {readonly unknown[]} args values of JSON @returns {Promise<Run>}
   */
  async function run(module, args) {
    const isUsed = child !== undefined;
    child ??= started();
    const { pid, stderr } = child;
    const begin = secondsOf(pid);
    let output = '';
    const read = (text) => (output += text);
    stderr.on('data', read);
    // A program that computes longer is ended. One that only waits, since others use the processors, is not.
    const watch = setInterval(() => secondsOf(pid) - begin > 2 * limit && end(), 1000);
    const settled = new AbortController();
    const { signal } = settled;
    child.send({ module: join(folder, module), args });
    const [message, , endedBy] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([status, killed]) => [undefined, status, killed]),
    ]);
    settled.abort();
    clearInterval(watch);
    stderr.off('data', read);
    /** @type {import('./worker.mjs').Outcome} */
    const outcome = message ?? { error: endingOf(output, endedBy, limit), seconds: 2 * limit, megabytes: 0 };
    const { value, error, seconds, megabytes } = outcome;
    if (error !== undefined) end();
    if (error !== undefined && isUsed) return run(module, args);
    const failure = error === undefined ? excess(seconds, limit, isUsed ? 0 : megabytes) : firstError(error);
    return { value, seconds, megabytes, ...(failure !== undefined && { failure }) };
  }

  function end() {
    child?.kill('SIGKILL');
    child = undefined;
  }
}

/** Runs a function in a process of its own. @param {string} module @param {readonly unknown[]} args @param {readonly string[]} [documents] @returns {Promise<Run>} */
export async function inProcess(module, args, documents) {
  const own = processFor(documents);
  return own.run(module, args).finally(own.end);
}

/** The value of a run that must succeed. @param {Promise<Run>} run */
export async function valueOf(run) {
  const { value, failure } = await run;
  if (failure !== undefined) throw new Error(failure);
  return value;
}

/** The processor time that documents may take: a minute, and more if they are large. @param {readonly number[]} sizes */
function secondsLimit(sizes) {
  const megabytes = sizes.reduce((sum, size) => sum + size / 1e6, 0);
  return Math.round(60 + 6 * Math.max(0, megabytes - 5));
}

/** @returns {any} */
function started() {
  const child = fork(join(folder, 'processes', 'worker.mjs'), {
    // As the launcher of the generator starts it.
    execArgv: ['--max-semi-space-size=128', '--min-semi-space-size=64', `--max-old-space-size=${megabytesLimit}`],
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').resume();
  return child;
}

/** The processor time of a running process; 0 where the system does not say it. Linux counts a hundred ticks a second. @param {number | undefined} pid */
export function secondsOf(pid) {
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

function endingOf(output, signal, limit) {
  if (output.includes('heap out of memory')) return `more than ${megabytesLimit} MB`;
  return signal === 'SIGKILL' ? `more than ${2 * limit} s of processor time` : output || 'the process ended';
}

function excess(seconds, limit, megabytes) {
  if (seconds > limit) return `${seconds.toFixed(0)} s of processor time (limit ${limit})`;
  return megabytes > megabytesLimit ? `${megabytes.toFixed(0)} MB (limit ${megabytesLimit})` : undefined;
}

/** An error that is its message alone, without a stack. @param {string} message */
export const failureOf = (message) => Object.assign(new Error(message), { stack: message });

/** @param {string} output what a program printed */
export function firstError(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const isError = (line) => /^(?:\w*Error\b.*:|error\b)|: error TS/.test(line);
  return (lines.find(isError) ?? lines.find((line) => line !== '') ?? '').slice(0, 400);
}
