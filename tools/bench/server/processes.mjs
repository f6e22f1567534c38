/** Starts the processes of the contenders and of the load. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ readonly socket: string, readonly cpu: () => Promise<number>, readonly close: () => void }} Contender */
/** @typedef {(load: import('./load.mjs').Load) => Promise<{ readonly completed: number, readonly seconds: number }>} Ask */

/** @param {string} name @param {string} folder @param {string} document @returns {Promise<Contender>} */
export async function startContender(name, folder, document) {
  const socket = join(folder, `${name.replace(' ', '-')}.sock`);
  const profile = process.env['LADING_BENCH_PROFILE'];
  const child = fork(fileURLToPath(new URL('subject/worker.mjs', import.meta.url)), [name, socket, document], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profile, name)}`],
  });
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)));
  failed.catch(() => undefined);
  await Promise.race([once(child, 'message'), failed]);
  return {
    socket,
    cpu: async () => {
      child.send('cpu');
      const [{ cpu }] = await once(child, 'message');
      return cpu;
    },
    close: () => child.disconnect(),
  };
}

/** @returns {{ readonly ask: Ask, readonly close: () => void }} */
export function startLoad() {
  const child = fork(fileURLToPath(new URL('load.mjs', import.meta.url)));
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
