/** Measures the time that a fresh process takes to import the client, and the client of undici alone. */
import { spawnSync } from 'node:child_process';
import { median } from '../measure/median.mjs';
import { client, codegen, peer, undiciClient, urlOf } from './places.mjs';

/** Import times in milliseconds, as medians. @param {number} rounds */
export function importTimes(rounds) {
  const files = { undici: undiciClient, lading: client ?? codegen, dockerode: peer('dockerode') };
  /** @type {Record<string, number[]>} */
  const times = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, file] of Object.entries(files)) {
      const time = once(urlOf(file));
      if (round > 0) (times[name] ??= []).push(time);
    }
  }
  const { undici: alone = [], lading = [] } = times;
  return {
    undici: median(alone),
    lading: median(lading),
    dockerode: median(times['dockerode'] ?? [NaN]),
    beyond: median(lading.map((time, round) => time - (alone[round] ?? NaN))),
  };
}

/** @param {string} url */
function once(url) {
  const program = `const t = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - t)`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const time = Number.parseFloat(stdout);
  if (Number.isNaN(time)) throw new Error(`${url} cannot be imported: ${stderr}`);
  return time;
}
