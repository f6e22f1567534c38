/** All measurements of the bridge. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, paired } from '../measure/median.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { startLoad, startSubject } from '../measure/processes.mjs';

/**
 * @typedef {{ readonly what: string, readonly subject: string, readonly perSecond: number, readonly ratio: number, readonly micros: number, readonly cpuRatio: number, readonly target?: number }} Row
 *   `ratio`: of the rate to that of the proxy on undici, the median of the rounds; `micros`: the processor time of a request, the least of
 *   a round; `cpuRatio`: that of the proxy ÷ this one
 * @typedef {{ readonly what: string, readonly megabytes: number, readonly target: number }} MemoryRow above idle
 * @typedef {{ readonly what: string, readonly median: number, readonly most: number, readonly target: number }} LatencyRow in milliseconds
 * @typedef {{ readonly rounds: number, readonly seconds: number, readonly progress: (text: string) => void }} Settings
 */

const module = new URL('subject/subjects.mjs', import.meta.url);
const connections = 16;
const images = '`GET /images/json`, 10 entries, each differs below 1.44';
/** @type {readonly { readonly what: string, readonly path: string, readonly headers?: string }[]} */
const requests = [
  { what: '`GET /containers/json`, 10 entries', path: '/containers/json' },
  { what: '`GET /containers/{id}/json`', path: '/containers/a/json' },
  { what: `${images}, the same each time`, path: '/images/json' },
  { what: `${images}, other images each time`, path: '/images/json', headers: 'X-Changing: 1\r\n' },
];
/** What is measured, the proxy on undici first. @type {readonly { readonly subject: string, readonly name: string, readonly version: string, readonly target?: number }[]} */
const subjects = [
  { subject: 'undici', name: 'minimal proxy on undici', version: '1.44' },
  { subject: 'engine', name: 'directly', version: '1.44' },
  { subject: 'pipe', name: 'pipe of `node:net`', version: '1.44' },
  { subject: 'bridge', name: 'bridge, not converted', version: '1.44', target: 1 },
  { subject: 'bridge', name: 'bridge, 1.41', version: '1.41', target: 0.9 },
  { subject: 'bridge', name: 'bridge, 1.24', version: '1.24', target: 0.9 },
];

/** @param {Settings} settings @returns {Promise<{ readonly rows: Row[], readonly memory: MemoryRow[], readonly latency: LatencyRow[] }>} */
export async function measureBridge({ rounds, seconds, progress }) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-bridge-'));
  const engine = join(folder, 'engine.sock');
  const load = startLoad();
  /** @type {Map<string, import('../measure/processes.mjs').Subject>} */
  const started = new Map();
  const usageOf = (/** @type {string} */ name) => started.get(name)?.usage() ?? Promise.reject(new Error(name));
  try {
    for (const name of ['engine', 'pipe', 'undici', 'bridge'])
      started.set(name, await startSubject(module, name, [join(folder, `${name}.sock`), engine]));
    const memory = await memoryOf(() => usageOf('bridge'), join(folder, 'bridge.sock'));
    progress('pings beside connections that never read');
    const latency = await latencyOf(join(folder, 'bridge.sock'), rounds);
    /** @type {Row[]} */
    const rows = [];
    for (const { what, path, headers = '' } of requests) {
      progress(what);
      const runs = await interleaved(
        subjects.map(({ name }) => name),
        rounds,
        async (name) => {
          const { subject = '', version } = subjects.find((one) => one.name === name) ?? {};
          const bytes = `GET /v${version}${path} HTTP/1.1\r\nHost: engine\r\n${headers}\r\n`;
          const socket = join(folder, `${subject}.sock`);
          const { cpu: before } = await usageOf(subject);
          const { completed, seconds: took } = await load.ask({ socket, bytes, status: 200, connections, seconds });
          return { rate: completed / took, micros: ((await usageOf(subject)).cpu - before) / completed };
        },
      );
      const ratesOf = (/** @type {string} */ name) => (runs[name] ?? []).map(({ rate }) => rate);
      const microsOf = (/** @type {string} */ name) => Math.min(...(runs[name] ?? []).map(({ micros }) => micros));
      const proxy = subjects[0]?.name ?? '';
      for (const { name: subject, target } of subjects) {
        const [own, micros] = [ratesOf(subject), microsOf(subject)];
        const ratio = paired(own, ratesOf(proxy));
        const row = { what, subject, perSecond: median(own), ratio, micros, cpuRatio: microsOf(proxy) / micros };
        rows.push(target === undefined ? row : { ...row, target });
      }
    }
    return { rows, memory, latency };
  } finally {
    for (const { close } of started.values()) close();
    load.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {import('../measure/processes.mjs').Subject['usage']} usage that of the bridge @param {string} socket @returns {Promise<MemoryRow[]>} */
async function memoryOf(usage, socket) {
  const used = async () => (await usage()).rss / 1e6;
  await download(socket, 1e6);
  const idle = await used();
  let most = idle;
  let isOver = false;
  // One after the other: a response to an earlier question must not be taken for that to a later one.
  const asking = (async () => {
    for (; !isOver; await sleep(50)) most = Math.max(most, await used());
  })();
  await download(socket, 1e9);
  isOver = true;
  await asking;
  return [{ what: '1 GB of an archive, the most while it is forwarded', megabytes: most - idle, target: 64 }];
}

/**
 * Measures the first ping beside clients that send many requests at once and read nothing, from the last of their connections on.
 * @param {string} socketPath @param {number} rounds @returns {Promise<LatencyRow[]>}
 */
async function latencyOf(socketPath, rounds) {
  const bytes = 'GET /v1.44/containers/json HTTP/1.1\r\nHost: engine\r\n\r\n'.repeat(3000);
  const times = [];
  for (let round = 0; round <= rounds; round += 1) {
    const clients = Array.from({ length: 100 }, () =>
      connect(socketPath)
        .on('error', () => undefined)
        .pause(),
    );
    for (const client of clients) client.write(bytes);
    await Promise.all(clients.map((client) => once(client, 'connect')));
    const begin = performance.now();
    await new Promise((resolve, reject) => {
      request({ socketPath, path: '/v1.44/_ping', agent: false }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    // The first round warms up.
    if (round > 0) times.push(performance.now() - begin);
    for (const client of clients) client.destroy();
    await sleep(1000);
  }
  const what = 'the first ping beside 100 connections that pipeline 3,000 lists each and never read';
  return [{ what, median: median(times), most: Math.max(...times), target: 100 }];
}

/** @param {string} socketPath @param {number} bytes */
function download(socketPath, bytes) {
  return new Promise((resolve, reject) => {
    const path = `/v1.41/containers/a/archive?path=bytes=${bytes}`;
    request({ socketPath, path, agent: false }, (response) => response.resume().on('end', resolve).on('error', reject))
      .on('error', reject)
      .end();
  });
}
