/** The client, compared with undici and dockerode. */
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { printedBy, startSubject } from '../measure/processes.mjs';
import { client, peer, peers, undiciClient, urlOf } from '../places.mjs';
import { atMost, comparedRows, comparison } from '../report/comparison.mjs';

/**
 * @typedef {import('../report/comparison.mjs').Row} Row
 * @typedef {{ rounds: number, passes: number, seconds: number, bytes: number, progress: (text: string) => void }} Settings
 * @typedef {(kind: string, name: string) => Promise<import('../measure/processes.mjs').Subject>} Workers one for each kind of task
 */

const module = new URL('../client/subject/subjects.mjs', import.meta.url);
const titles = { lading: 'Lading', undici: 'undici', dockerode: 'dockerode' };
const clients = ['undici', 'lading', 'dockerode'];

export default comparison({
  about: 'Measures the client compared with undici and dockerode.',
  options: { quick: ['', 'fewer and shorter runs'] },
  marker: 'client',
  titles,
  async measure({ quick }, progress) {
    peers.install();
    const counts = quick ? { rounds: 3, passes: 1, bytes: 256e6 } : { rounds: 11, passes: 5, bytes: 1e9 };
    const rows = await measureClient({ ...counts, seconds: 0.4, progress });
    const [version] = peers.versions.filter(([name]) => name === 'dockerode');
    return { rows, head: `median of ${counts.rounds} rounds (memory: ${counts.passes}); ${version?.join(' ')}` };
  },
});

/** @param {Settings} settings @returns {Promise<Row[]>} */
function measureClient(settings) {
  return inFolder(async (folder) => {
    const [socket, small] = ['engine.sock', 'small.sock'].map((name) => join(folder, name));
    const server = await startSubject(module, 'server', [socket, small]);
    const workers = {};
    /** @type {Workers} */
    const worker = async (kind, name) =>
      (workers[`${kind} ${name}`] ??= await startSubject(module, 'client', [name, small]));
    try {
      return [
        ...(await requests(settings, worker)),
        ...(await demultiplexing(settings, worker)),
        ...(await events(settings, worker)),
        ...(await memory(settings, socket)),
        ...(await importing(settings)),
      ];
    } finally {
      for (const { close } of [server, ...Object.values(workers)]) close();
    }
  });
}

/** The minimum of requests per second, relative to dockerode, by the requests in flight. */
const targets = { 1: 1.2, 10: 2.5, 100: 2.5 };

/** @param {Settings} settings @param {Workers} worker */
async function requests({ rounds, seconds, progress }, worker) {
  /** @type {Row[]} */
  const rows = [];
  for (const call of ['ping', 'list'])
    for (const [inFlight, least] of Object.entries(targets)) {
      const what = `\`${call}\`, ${inFlight} in flight`;
      progress(`requests, ${what}`);
      const task = { call, inFlight: Number(inFlight), seconds };
      const measure = async (name) => (await worker('requests', name)).ask('requests', task);
      rows.push(
        ...(await comparedRows(what, clients, rounds, measure, [
          {
            unit: 'requests/s',
            of: 'perSecond',
            ratios: [
              ['÷ undici', 'lading', 'undici', { least: 0.95 }],
              ['÷ dockerode', 'lading', 'dockerode', { least }],
            ],
          },
          { unit: 'p99 ms', of: 'p99' },
          {
            unit: 'CPU µs per request',
            of: 'cpu',
            ratios: [
              ['undici ÷', 'undici', 'lading'],
              ['dockerode ÷', 'dockerode', 'lading'],
            ],
          },
        ])),
      );
    }
  return rows;
}

/** The minimum of the throughput, relative to dockerode, by the size of a frame. */
const frames = { 64: 5, 1024: 5, 16384: 3 };
/** The part of the data that dockerode receives: it is slow enough to be measured with less. */
const share = 1 / 8;

/** @param {Settings} settings @param {Workers} worker */
async function demultiplexing({ rounds, bytes, progress }, worker) {
  /** @type {Row[]} */
  const rows = [];
  for (const [frame, least] of Object.entries(frames)) {
    progress(`demultiplexing, frames of ${frame} bytes`);
    const all = Number(frame) < 1024 ? bytes / 64 : bytes / 4;
    const forms = ['streams', 'iterator'].map((form) => ({
      what: `frames of ${frame} B, ${form}`,
      unit: 'MB/s',
      columns: { lading: `lading ${form}`, dockerode: 'dockerode' },
      ratios: [/** @type {const} */ (['÷ dockerode', 'lading', 'dockerode', { least }])],
    }));
    const names = ['lading streams', 'lading iterator', 'dockerode'];
    const measure = async (name) => {
      const task = { frame: Number(frame), bytes: name === 'dockerode' ? all * share : all };
      return (await worker('demux', name)).ask('demux', task);
    };
    rows.push(...(await comparedRows('', names, rounds, measure, forms)));
  }
  return rows;
}

/** @param {Settings} settings @param {Workers} worker */
function events({ rounds, bytes, progress }, worker) {
  progress('events');
  const measure = async (name) => (await worker('events', name)).ask('events', { bytes: bytes / 8 });
  return comparedRows('events, parsed', ['lading', 'dockerode'], rounds, measure, [
    { unit: 'MB/s', ratios: [['÷ dockerode', 'lading', 'dockerode']] },
  ]);
}

/** @param {Settings} settings @param {string} socket */
async function memory({ bytes, passes, progress }, socket) {
  /** @type {Row[]} */
  const rows = [];
  for (const kind of ['archive', 'logs']) {
    progress(`memory, ${kind}`);
    const what = `${(bytes / 1e9).toFixed(1)} GB of ${kind} streamed`;
    const measure = async (name) => {
      const fresh = await startSubject(module, 'client', [name, socket]);
      return fresh.ask('pass', { what: kind, bytes }).finally(fresh.close);
    };
    const figure = { unit: 'MB above idle', ratios: [atMost('Lading', 'lading', 64)] };
    rows.push(...(await comparedRows(what, clients, passes, measure, [figure])));
  }
  return rows;
}

/** Import times in milliseconds, in fresh processes. @param {Settings} settings */
function importing({ rounds, progress }) {
  progress('import');
  const files = { undici: undiciClient, lading: client, dockerode: peer('dockerode') };
  const measure = async (name) => {
    const program = `const t = performance.now(); await import('${urlOf(files[name])}'); console.log(performance.now() - t)`;
    return printedBy(['--input-type=module', '-e', program]);
  };
  return comparedRows('import', Object.keys(files), Math.max(5, rounds), measure, [
    { unit: 'ms', ratios: [['beyond undici', 'lading', 'undici', { most: 25 }, (one, other) => one - other]] },
  ]);
}
