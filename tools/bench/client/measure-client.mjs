/** All measurements of the client, as rows of one table. */
import { median, paired } from '../measure/median.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { bundleSizes } from './bundle.mjs';
import { startServer, startWorker } from './processes.mjs';
import { spawnSync } from 'node:child_process';
import { client, peer, undiciClient, urlOf } from './places.mjs';

/**
 * @typedef {{ readonly value: number, readonly least?: number, readonly most?: number }} FigureWithTarget
 * @typedef {{ readonly what: string, readonly unit: string, readonly lading: number, readonly undici?: number,
 *   readonly http?: number, readonly dockerode?: number, readonly other?: string, readonly ratios?: Readonly<Record<string, FigureWithTarget>>,
 *   readonly most?: number }} Row
 * @typedef {{ readonly rounds: number, readonly passes: number, readonly seconds: number, readonly bytes: number,
 *   readonly progress: (text: string) => void }} Settings
 */

/** The part of the data that dockerode receives: it is slow enough to be measured with less. */
const share = 1 / 8;

/** @param {Settings} settings @returns {Promise<Row[]>} */
export async function measureClient(settings) {
  const server = await startServer();
  /** @type {Record<string, import('./processes.mjs').Worker>} */
  const workers = {};
  /** @type {Workers} */
  const worker = (kind, name) => (workers[`${kind} ${name}`] ??= startWorker(name, server.small));
  try {
    return [
      ...(await requests(settings, worker)),
      ...(await demultiplexing(settings, worker)),
      ...(await events(settings, worker)),
      ...(await memory(settings, server.socket)),
      ...(await importing(settings)),
      ...(await bundle()),
    ];
  } finally {
    Object.values(workers).forEach(({ close }) => close());
    server.close();
  }
}

/** @typedef {(kind: string, name: string) => import('./processes.mjs').Worker} Workers one worker for each kind of task */

/** The targets for requests per second, relative to dockerode. */
const targets = [
  { inFlight: 1, least: 1.2 },
  { inFlight: 10, least: 2.5 },
  { inFlight: 100, least: 2.5 },
];

/** @param {Settings} settings @param {Workers} worker */
async function requests({ rounds, seconds, progress }, worker) {
  /** @type {Row[]} */
  const rows = [];
  const tasks = /** @type {const} */ (['ping', 'list']).flatMap((call) =>
    targets.map(({ inFlight, least }) => ({ call, inFlight, least })),
  );
  for (const { call, inFlight, least } of tasks) {
    const what = `\`${call}\`, ${inFlight} in flight`;
    progress(`requests, ${what}`);
    const runs = await interleaved(['undici', 'lading', 'http', 'dockerode'], rounds, (subject) =>
      worker('requests', subject).run({ kind: 'requests', call, inFlight, seconds }),
    );
    /** @param {'perSecond' | 'p99' | 'cpu'} figure @param {string} subject */
    const of = (figure, subject) => (runs[subject] ?? []).map((run) => run[figure]);
    /** @param {'perSecond' | 'p99' | 'cpu'} figure @param {string} unit */
    const row = (figure, unit) => ({
      what,
      unit,
      lading: median(of(figure, 'lading')),
      undici: median(of(figure, 'undici')),
      http: median(of(figure, 'http')),
      dockerode: median(of(figure, 'dockerode')),
    });
    const ratios = {
      undici: { value: paired(of('perSecond', 'lading'), of('perSecond', 'undici')), least: 0.95 },
      dockerode: { value: paired(of('perSecond', 'lading'), of('perSecond', 'dockerode')), least },
    };
    const share = (/** @type {string} */ peer) => paired(of('cpu', peer), of('cpu', 'lading')).toFixed(2);
    const other = `CPU of undici ${share('undici')} ×, node:http ${share('http')} ×, dockerode ${share('dockerode')} × Lading's`;
    rows.push({ ...row('perSecond', 'requests/s'), ratios }, row('p99', 'p99 ms'), {
      ...row('cpu', 'CPU µs per request'),
      other,
    });
  }
  return rows;
}

/** @param {Settings} settings @param {Workers} worker */
async function demultiplexing({ rounds, bytes, progress }, worker) {
  /** @type {Row[]} */
  const rows = [];
  for (const [frame, least] of /** @type {const} */ ([
    [64, 5],
    [1024, 5],
    [16_384, 3],
  ])) {
    progress(`demultiplexing, frames of ${frame} bytes`);
    const all = frame < 1024 ? bytes / 64 : bytes / 4;
    const runs = await interleaved(['lading streams', 'lading iterator', 'dockerode'], rounds, (subject) =>
      worker('demux', subject).run({ kind: 'demux', frame, bytes: subject === 'dockerode' ? all * share : all }),
    );
    const theirs = runs['dockerode'] ?? [];
    for (const form of ['streams', 'iterator']) {
      const ours = runs[`lading ${form}`] ?? [];
      rows.push({
        what: `frames of ${frame.toLocaleString('en-US')} B, ${form}`,
        unit: 'MB/s',
        lading: median(ours),
        dockerode: median(theirs),
        ratios: { dockerode: { value: paired(ours, theirs), least } },
      });
    }
  }
  return rows;
}

/** @param {Settings} settings @param {Workers} worker @returns {Promise<Row[]>} */
async function events({ rounds, bytes, progress }, worker) {
  progress('events');
  const runs = await interleaved(['lading', 'dockerode', 'split'], rounds, (subject) =>
    worker('events', subject).run({ kind: 'events', bytes: bytes / 8 }),
  );
  const [ours, theirs, split] = [runs['lading'] ?? [], runs['dockerode'] ?? [], runs['split'] ?? []];
  return [
    {
      what: 'events, parsed',
      unit: 'MB/s',
      lading: median(ours),
      dockerode: median(theirs),
      other: `split and JSON.parse: ${median(split).toFixed(0)}`,
      ratios: { dockerode: { value: paired(ours, theirs) } },
    },
  ];
}

/** @param {Settings} settings @param {string} socket */
async function memory({ bytes, passes, progress }, socket) {
  /** @type {Row[]} */
  const rows = [];
  for (const what of /** @type {const} */ (['archive', 'logs'])) {
    progress(`memory, ${what}`);
    const runs = await interleaved(['undici', 'lading', 'http', 'socket', 'dockerode'], passes, async (subject) => {
      const fresh = startWorker(subject, socket);
      try {
        return (await fresh.run({ kind: 'pass', what, bytes })).above / 1e6;
      } finally {
        fresh.close();
      }
    });
    /** @param {string} subject */
    const of = (subject) => median(runs[subject] ?? []);
    rows.push({
      what: `${(bytes / 1e9).toFixed(1)} GB of ${what} streamed`,
      unit: 'MB above idle',
      lading: of('lading'),
      undici: of('undici'),
      http: of('http'),
      dockerode: of('dockerode'),
      other: `plain socket: ${of('socket').toFixed(1)}; Lading between ${spread(runs['lading'] ?? [])}`,
      most: 64,
    });
  }
  return rows;
}

/** @param {readonly number[]} values */
function spread(values) {
  return `${Math.min(...values).toFixed(0)} and ${Math.max(...values).toFixed(0)}`;
}

/** @param {Settings} settings @returns {Promise<Row[]>} */
async function importing({ rounds, progress }) {
  progress('import');
  const { undici, lading, dockerode, beyond } = importTimes(Math.max(5, rounds));
  return [
    { what: 'import', unit: 'ms', lading, undici, dockerode, ratios: { 'beyond undici': { value: beyond, most: 25 } } },
  ];
}

/** @returns {Promise<Row[]>} */
async function bundle() {
  const { whole, undici, own, withWs, openapiFetch } = await bundleSizes();
  return [
    {
      what: 'bundle with one call',
      unit: 'KB gzip',
      lading: whole,
      undici,
      other: `own code and ws: ${withWs.toFixed(1)}; openapi-fetch and undici: ${openapiFetch.toFixed(1)}`,
      ratios: { own: { value: own, most: 25 }, 'openapi-fetch and undici': { value: whole / openapiFetch, most: 1.5 } },
    },
  ];
}

/** Import times in milliseconds, as medians. @param {number} rounds */
function importTimes(rounds) {
  const files = { undici: undiciClient, lading: client, dockerode: peer('dockerode') };
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
