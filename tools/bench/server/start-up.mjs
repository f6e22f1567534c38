/** Measures the time of a fresh process from the first import to the first response, with all operations. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../measure/median.mjs';

const program = fileURLToPath(new URL('subject/first-response.mjs', import.meta.url));

/**
 * @param {readonly string[]} names @param {string} folder @param {string} document @param {number} rounds
 * @returns {Promise<import('./measure-server.mjs').StartRow[]>}
 */
export async function startTimes(names, folder, document, rounds) {
  const own = ['lading alone', ...names.filter((name) => name !== 'http')];
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(own.map((name) => [name, []]));
  /** @type {Record<string, number[]>} */
  const cpu = Object.fromEntries(own.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of own) {
      const used = once(name, join(folder, `${name.replace(' ', '-')}-${round}.start`), document);
      times[name]?.push(used.milliseconds);
      cpu[name]?.push(used.cpu);
    }
  }
  return own.map((name) => ({
    name,
    milliseconds: median(times[name] ?? []),
    cpu: median(cpu[name] ?? []),
    ...(name === 'lading alone' && { most: 100 }),
  }));
}

/** @param {string} name @param {string} socket @param {string} document */
function once(name, socket, document) {
  const { stdout, stderr } = spawnSync(process.execPath, [program, name, socket, document], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [milliseconds = NaN, cpu = NaN] = stdout.split(' ').map(Number);
  if (!(milliseconds > 0)) throw new Error(`${name} does not start: ${stderr}`);
  return { milliseconds, cpu };
}
