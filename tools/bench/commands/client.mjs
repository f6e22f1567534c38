/** The client, compared with undici, node:http and dockerode. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { bundleSizes } from '../client/bundle.mjs';
import { client, peer, undiciClient, urlOf } from '../client/places.mjs';
import { median, paired } from '../measure/median.mjs';
import { startSubject } from '../measure/processes.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { peers } from '../places.mjs';
import { comparison } from '../report/comparison.mjs';

/**
 * @typedef {import('../report/comparison.mjs').Row} Row
 * @typedef {{ rounds: number, passes: number, seconds: number, bytes: number, progress: (text: string) => void }} Settings
 * @typedef {(kind: string, name: string) => Promise<import('../measure/processes.mjs').Subject>} Workers one for each kind of task
 */

const module = new URL('../client/subject/subjects.mjs', import.meta.url);
const titles = { lading: 'Lading', undici: 'undici', http: 'node:http', dockerode: 'dockerode' };
const clients = ['undici', 'lading', 'http', 'dockerode'];

export default comparison({
  about: 'Measures the client compared with undici, node:http and dockerode.',
  options: { quick: ['', 'fewer and shorter runs'] },
  marker: 'client',
  titles,
  async measure({ quick }, progress) {
    peers.install();
    const counts = quick ? { rounds: 3, passes: 1, bytes: 256e6 } : { rounds: 11, passes: 5, bytes: 1e9 };
    const rows = await measureClient({ ...counts, seconds: 0.4, progress });
    const versions = peers.versions.filter(([name]) => name === 'dockerode' || name === 'esbuild');
    const shown = versions.map((version) => version.join(' ')).join(', ');
    return { rows, head: `median of ${counts.rounds} rounds (memory: ${counts.passes}); ${shown}` };
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
        importing(settings),
        await bundle(settings),
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
      const runs = await interleaved(clients, rounds, async (name) =>
        (await worker('requests', name)).ask('requests', task),
      );
      const of = (figure, name) => runs[name].map((run) => run[figure]);
      const row = (figure, unit) => {
        return { what, unit, figures: Object.fromEntries(clients.map((name) => [name, median(of(figure, name))])) };
      };
      const ratio = (figure, one, other) => paired(of(figure, one), of(figure, other));
      const share = (name) => `${titles[name]} ${ratio('cpu', name, 'lading').toFixed(2)} ×`;
      const perPeer = {
        '÷ undici': { value: ratio('perSecond', 'lading', 'undici'), least: 0.95 },
        '÷ dockerode': { value: ratio('perSecond', 'lading', 'dockerode'), least },
      };
      const note = `CPU of ${['undici', 'http', 'dockerode'].map(share).join(', ')} Lading's`;
      rows.push({ ...row('perSecond', 'requests/s'), targets: perPeer }, row('p99', 'p99 ms'));
      rows.push({ ...row('cpu', 'CPU µs per request'), note });
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
    const runs = await interleaved(['lading streams', 'lading iterator', 'dockerode'], rounds, async (name) =>
      (await worker('demux', name)).ask('demux', {
        frame: Number(frame),
        bytes: name === 'dockerode' ? all * share : all,
      }),
    );
    const { dockerode } = runs;
    for (const form of ['streams', 'iterator']) {
      const ours = runs[`lading ${form}`];
      const ratio = { '÷ dockerode': { value: paired(ours, dockerode), least } };
      const figures = { lading: median(ours), dockerode: median(dockerode) };
      rows.push({ what: `frames of ${frame} B, ${form}`, unit: 'MB/s', figures, targets: ratio });
    }
  }
  return rows;
}

/** @param {Settings} settings @param {Workers} worker @returns {Promise<Row[]>} */
async function events({ rounds, bytes, progress }, worker) {
  progress('events');
  const { lading, dockerode, split } = await interleaved(['lading', 'dockerode', 'split'], rounds, async (name) =>
    (await worker('events', name)).ask('events', { bytes: bytes / 8 }),
  );
  const figures = { lading: median(lading), dockerode: median(dockerode) };
  const note = `split and JSON.parse: ${median(split).toFixed(0)}`;
  return [
    {
      what: 'events, parsed',
      unit: 'MB/s',
      figures,
      targets: { '÷ dockerode': { value: paired(lading, dockerode) } },
      note,
    },
  ];
}

/** @param {Settings} settings @param {string} socket */
async function memory({ bytes, passes, progress }, socket) {
  /** @type {Row[]} */
  const rows = [];
  for (const what of ['archive', 'logs']) {
    progress(`memory, ${what}`);
    const runs = await interleaved([...clients, 'socket'], passes, async (name) => {
      const fresh = await startSubject(module, 'client', [name, socket]);
      return fresh.ask('pass', { what, bytes }).finally(fresh.close);
    });
    const figures = Object.fromEntries(clients.map((name) => [name, median(runs[name])]));
    const [least, most] = [Math.min(...runs['lading']), Math.max(...runs['lading'])].map((value) => value.toFixed(0));
    rows.push({
      what: `${(bytes / 1e9).toFixed(1)} GB of ${what} streamed`,
      unit: 'MB above idle',
      figures,
      targets: { Lading: { value: median(runs['lading']), most: 64 } },
      note: `plain socket: ${median(runs['socket']).toFixed(1)}; Lading between ${least} and ${most}`,
    });
  }
  return rows;
}

/** Import times in milliseconds, in fresh processes. @param {Settings} settings @returns {Row} */
function importing({ rounds, progress }) {
  progress('import');
  const files = { undici: undiciClient, lading: client, dockerode: peer('dockerode') };
  const times = { undici: [], lading: [], dockerode: [] };
  for (let round = 0; round <= Math.max(5, rounds); round++)
    for (const [name, file] of Object.entries(files)) {
      const program = `const t = performance.now(); await import('${urlOf(file)}'); console.log(performance.now() - t)`;
      const args = ['--input-type=module', '-e', program];
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      const time = Number.parseFloat(stdout);
      if (Number.isNaN(time)) throw new Error(`${file} cannot be imported: ${stderr}`);
      if (round > 0) times[name].push(time);
    }
  const beyond = median(times.lading.map((time, round) => time - times.undici[round]));
  const figures = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
  return { what: 'import', unit: 'ms', figures, targets: { 'beyond undici': { value: beyond, most: 25 } } };
}

/** @param {Settings} settings @returns {Promise<Row>} */
async function bundle({ progress }) {
  progress('bundle');
  const { whole, undici, own, withWs, openapiFetch } = await bundleSizes();
  return {
    what: 'bundle with one call',
    unit: 'KB gzip',
    figures: { lading: whole, undici },
    targets: {
      own: { value: own, most: 25 },
      '÷ openapi-fetch and undici': { value: whole / openapiFetch, most: 1.5 },
    },
    note: `own code and ws: ${withWs.toFixed(1)}; openapi-fetch and undici: ${openapiFetch.toFixed(1)}`,
  };
}
