/** The bridge, beside other ways to an engine. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inFolder } from '@lading/run/commands';
import { median } from 'simple-statistics';
import { startLoad, startSubject } from '../measure/processes.mjs';
import { alone, comparison, loadedRows } from '../report/comparison.mjs';

/** @typedef {import('../report/comparison.mjs').Row} Row */

const module = new URL('../bridge/subject/subjects.mjs', import.meta.url);
const images = '`GET /images/json`, 10 entries, each differs below 1.44';
const requests = [
  { what: '`GET /containers/json`, 10 entries', path: '/containers/json' },
  { what: '`GET /containers/{id}/json`', path: '/containers/a/json' },
  { what: `${images}, the same each time`, path: '/images/json' },
  { what: `${images}, other images each time`, path: '/images/json', headers: 'X-Changing: 1\r\n' },
];
/** The ways to the engine: the subject of each, the version of the requests, and the minimum of the processor time of the proxy ÷ its own. */
const ways = {
  undici: { title: 'proxy on undici', subject: 'undici', version: '1.44' },
  engine: { title: 'directly', subject: 'engine', version: '1.44' },
  pipe: { title: 'pipe of `node:net`', subject: 'pipe', version: '1.44' },
  bridge: { title: 'bridge, not converted', subject: 'bridge', version: '1.44', least: 1 },
  'bridge 1.41': { title: 'bridge, 1.41', subject: 'bridge', version: '1.41', least: 0.9 },
  'bridge 1.24': { title: 'bridge, 1.24', subject: 'bridge', version: '1.24', least: 0.9 },
};

/** @type {{ rates: readonly import('../report/comparison.mjs').Ratio[], times: readonly import('../report/comparison.mjs').Ratio[] }} */
const ratios = {
  rates: [
    ['bridge ÷ proxy', 'bridge', 'undici'],
    ['bridge ÷ pipe', 'bridge', 'pipe', { least: 0.75 }],
  ],
  times: Object.entries(ways)
    .filter(([, { least }]) => least !== undefined)
    .map(([name, { title, least }]) => [`proxy ÷ ${title}`, 'undici', name, { least }]),
};

export default comparison({
  about:
    'Measures the bridge beside a minimal proxy on undici, a pipe of node:net and the engine itself, its memory with 1 GB, and its latency beside clients that never read.',
  options: {
    rounds: ['N', 'how often each measurement is run', 7, 1],
    seconds: ['N', 'the duration of one', 1, 1],
  },
  marker: 'bridge',
  titles: Object.fromEntries(Object.entries(ways).map(([name, { title }]) => [name, title])),
  async measure({ rounds, seconds }, progress) {
    const rows = await inFolder((folder) => measureBridge(folder, { rounds, seconds, progress }));
    const head = `median of ${rounds} rounds; 16 connections on a unix socket; the engine is a server of Node that responds at once`;
    return { rows, head };
  },
});

/** @returns {Promise<Row[]>} */
async function measureBridge(folder, { rounds, seconds, progress }) {
  const socketOf = (name) => join(folder, `${name}.sock`);
  /** @type {Record<string, import('../measure/processes.mjs').Subject>} */
  const started = { load: await startLoad() };
  try {
    for (const name of ['engine', 'undici', 'pipe', 'bridge'])
      started[name] = await startSubject(module, name, [socketOf(name), socketOf('engine')]);
    const rows = [await memoryOf(started['bridge'], socketOf('bridge'))];
    progress('pings beside connections that never read');
    rows.push(await latencyOf(socketOf('bridge'), rounds));
    for (const { what, path, headers = '' } of requests) {
      progress(what);
      const requestOf = ({ subject, version }) => {
        const bytes = `GET /v${version}${path} HTTP/1.1\r\nHost: engine\r\n${headers}\r\n`;
        return { subject, socket: socketOf(subject), bytes, status: 200 };
      };
      const all = Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, requestOf(way)]));
      rows.push(...(await loadedRows(what, started, all, { rounds, seconds }, ratios)));
    }
    return rows;
  } finally {
    for (const { close } of Object.values(started)) close();
  }
}

/** The memory of the bridge above idle while it forwards an archive. @param {import('../measure/processes.mjs').Subject} bridge @returns {Promise<Row>} */
async function memoryOf(bridge, socket) {
  const used = async () => (await bridge.usage()).rss / 1e6;
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
  return alone('1 GB of an archive, the most while it is forwarded', 'MB above idle', most - idle, 64, 'bridge');
}

/** Measures the first ping beside clients that send many requests at once and read nothing, from the last of their connections on. @returns {Promise<Row>} */
async function latencyOf(socketPath, rounds) {
  const bytes = 'GET /v1.44/containers/json HTTP/1.1\r\nHost: engine\r\n\r\n'.repeat(3000);
  const times = [];
  for (let round = 0; round <= rounds; round += 1) {
    const clients = Array.from({ length: 100 }, () => connect(socketPath).on('error', () => undefined));
    for (const client of clients) client.pause().write(bytes);
    await Promise.all(clients.map((client) => once(client, 'connect')));
    const begin = performance.now();
    await get(socketPath, '/v1.44/_ping');
    // The first round warms up.
    if (round > 0) times.push(performance.now() - begin);
    for (const client of clients) client.destroy();
    await sleep(1000);
  }
  const what = 'the first ping beside 100 connections that pipeline 3,000 lists each and never read';
  return { ...alone(what, 'ms', median(times), 100, 'bridge'), note: `at most ${Math.max(...times).toFixed(0)}` };
}

const download = (socket, bytes) => get(socket, `/v1.41/containers/${bytes}-bytes/archive?path=/`);

/** @param {string} socketPath @param {string} path */
function get(socketPath, path) {
  return new Promise((resolve, reject) => {
    request({ socketPath, path, agent: false }, (response) => response.resume().on('end', resolve).on('error', reject))
      .on('error', reject)
      .end();
  });
}
