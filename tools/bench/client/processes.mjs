/** Starts the engine and each subject in separate processes, so that none warms up or disturbs another. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ readonly run: (task: import('./subject/worker.mjs').Task) => Promise<any>, readonly close: () => void }} Worker */

export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-engine-'));
  const socket = join(folder, 'engine.sock');
  const small = join(folder, 'small.sock');
  const child = fork(fileURLToPath(new URL('server.mjs', import.meta.url)), [socket, small]);
  await once(child, 'message');
  const close = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { socket, small, close };
}

/** @param {string} subject @param {string} socket @returns {Worker} */
export function startWorker(subject, socket) {
  const child = fork(fileURLToPath(new URL('subject/worker.mjs', import.meta.url)), [subject, socket]);
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        const failed = (/** @type {unknown} */ reason) => reject(new Error(`${subject}: ${reason}`));
        const ended = (/** @type {number | null} */ code) => failed(`the process ended with ${code}`);
        child.once('exit', ended);
        child.once('message', (/** @type {{ result?: unknown, failed?: string }} */ response) => {
          child.off('exit', ended);
          if (response.failed === undefined) resolve(response.result);
          else failed(response.failed);
        });
        child.send(task);
      }),
    close: () => child.kill(),
  };
}
