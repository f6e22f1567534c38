/** Runs functions in other processes within limits of processor time and memory. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from '../places.mjs';

export const megabytesLimit = 1500;
/** A process with more is not used again: modules that were imported stay in memory. */
const mostToReuse = 600;
/** Documents up to this size share a process, which saves the time of its start. */
const largestShared = 400_000;

/** Processes that wait for a task. */
const idle = [];

/** @typedef {{ value?: any, failure?: string, seconds: number, megabytes: number }} Run `megabytes` is 0 in a shared process */

/**
 * Runs the function `run` of a module of this tool. What fails in a shared process runs again in a process of its own.
 *
 * @param {string} module its path @param {readonly unknown[]} args values of JSON
 * @param {readonly string[]} [documents] those that it reads, which decide the limits @returns {Promise<Run>}
 */
export async function inProcess(module, args, documents = []) {
  const sizes = documents.map((path) => statSync(path).size);
  const isShared = documents.length > 0 && sizes.every((size) => size <= largestShared);
  const child = (isShared ? idle.pop() : undefined) ?? started(isShared);
  const isReused = child.isReused === true;
  const limit = secondsLimit(sizes);
  const begin = secondsOf(child.pid);
  let output = '';
  const read = (text) => (output += text);
  child.stderr.on('data', read);
  child.ref();
  child.channel.ref();
  // A program that computes longer is ended. One that only waits, since others use the processors, is not.
  const watch = setInterval(() => secondsOf(child.pid) - begin > 2 * limit && child.kill('SIGKILL'), 1000);
  child.send({ module: join(folder, module), args });
  const settled = new AbortController();
  const { signal } = settled;
  const [message, , endedBy] = await Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }).then(([status, killed]) => [undefined, status, killed]),
  ]);
  settled.abort();
  clearInterval(watch);
  child.stderr.off('data', read);
  /** @type {import('./worker.mjs').Outcome} */
  const outcome = message ?? { error: endingOf(output, endedBy, limit), seconds: 2 * limit, megabytes: 0, resident: 0 };
  if (message !== undefined && isShared && outcome.error === undefined && outcome.resident < mostToReuse) {
    // A waiting process does not keep this one alive.
    child.unref();
    child.channel.unref();
    idle.push(Object.assign(child, { isReused: true }));
  } else child.kill('SIGKILL');
  if (outcome.error !== undefined && isReused) return inProcess(module, args, documents);
  const { value, error, seconds } = outcome;
  const megabytes = isShared ? 0 : outcome.megabytes;
  const failure = error === undefined ? excess(seconds, limit, megabytes) : firstError(error);
  return { value, seconds, megabytes, ...(failure !== undefined && { failure }) };
}

/** The processor time that documents may take: a minute, and more if they are large. @param {readonly number[]} sizes */
export function secondsLimit(sizes) {
  const megabytes = sizes.reduce((sum, size) => sum + size / 1e6, 0);
  return Math.round(60 + 6 * Math.max(0, megabytes - 5));
}

/** Ends the processes that wait. */
export function endProcesses() {
  for (const child of idle.splice(0)) child.kill('SIGKILL');
}

/** @returns {any} */
function started(isShared) {
  // As the launcher of the generator starts it.
  const young = isShared ? [] : ['--max-semi-space-size=128', '--min-semi-space-size=64'];
  const child = fork(join(folder, 'processes', 'worker.mjs'), {
    execArgv: [...young, `--max-old-space-size=${megabytesLimit}`],
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').resume();
  /** @type {any} */ (child.stderr)?.unref();
  return child;
}

/** The processor time of a running process. Linux counts a hundred ticks a second. @param {number} pid */
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
