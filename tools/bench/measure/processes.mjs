/** Starts subjects, and the load on them, in separate processes, so that none warms up or disturbs another. */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @typedef {{ ask: (method: string, input?: unknown) => Promise<any>, usage: () => Promise<{ cpu: number, rss: number }>, close: () => void }} Subject */

/**
 * Starts a function of `subjects` of a module, and waits until it has returned. The subject answers one question at a time.
 * @param {string | URL} module @param {string} name @param {readonly string[]} [args] @param {readonly string[]} [execArgv]
 * @returns {Promise<Subject>}
 */
export async function startSubject(module, name, args = [], execArgv = []) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const program = fileURLToPath(new URL('subject.mjs', import.meta.url));
  const child = fork(program, [String(module), name, ...args], { env, execArgv: [...execArgv] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)));
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
  const ask = async (method, input) => {
    child.send({ method, input });
    const [{ value, failed }] = await Promise.race([once(child, 'message'), ended]);
    if (failed !== undefined) throw new Error(`${name}: ${failed}`);
    return value;
  };
  return { ask, usage: () => ask('usage'), close: () => child.disconnect() };
}

/** Starts the process that sends requests. */
export const startLoad = () => startSubject(new URL('load.mjs', import.meta.url), 'load');

/** What a fresh process prints as JSON. @param {readonly string[]} args @returns {any} */
export function printedBy(args) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  if (stdout === '') throw new Error(`${args.at(-1)} prints nothing: ${stderr}`);
  return JSON.parse(stdout);
}
