/** Starts the subjects and the load in separate processes, so that none warms up or disturbs another. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ readonly usage: () => Promise<{ readonly cpu: number, readonly rss: number }>, readonly close: () => void }} Subject
 *   `cpu`: microseconds of processor time; `rss`: bytes
 * @typedef {(load: import('./load.mjs').Load) => Promise<{ readonly completed: number, readonly seconds: number }>} Ask
 */

const moduleHere = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Starts a function of `subjects` of a module, and waits until it has returned.
 * @param {URL} module @param {string} name @param {readonly string[]} args @param {readonly string[]} [execArgv]
 * @returns {Promise<Subject>}
 */
export async function startSubject(module, name, args, execArgv = []) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = fork(moduleHere('subject.mjs'), [module.href, name, ...args], { env, execArgv: [...execArgv] });
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)));
  failed.catch(() => undefined);
  await Promise.race([once(child, 'message'), failed]);
  const usage = async () => {
    child.send('usage');
    const [message] = await once(child, 'message');
    return message;
  };
  return { usage, close: () => child.disconnect() };
}

/** @returns {{ readonly ask: Ask, readonly close: () => void }} */
export function startLoad() {
  const child = fork(moduleHere('load.mjs'));
  return {
    ask: async (load) => {
      child.send(load);
      const [{ result, failed }] = await once(child, 'message');
      if (failed !== undefined) throw new Error(failed);
      return result;
    },
    close: () => child.kill(),
  };
}
