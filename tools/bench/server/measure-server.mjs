/** All measurements of the server, as rows of one table. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, paired } from '../measure/median.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { run } from '../measure/run.mjs';
import { lading } from '../places.mjs';
import { requests } from './data.mjs';
import { startLoad, startSubject } from '../measure/processes.mjs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const subjects = new URL('subject/subjects.mjs', import.meta.url);
const program = fileURLToPath(new URL('subject/first-response.mjs', import.meta.url));

/**
 * Measures the time of a fresh process from the first import to the first response, with all operations.
 * @param {readonly string[]} names @param {string} folder @param {string} document @param {number} rounds
 * @returns {Promise<StartRow[]>}
 */
async function startTimes(names, folder, document, rounds) {
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

/**
 * @typedef {{ readonly value: number, readonly least: number }} Ratio of requests per second
 * @typedef {{ readonly what: string, readonly name: string, readonly perSecond: number, readonly cpu: number,
 *   readonly ratio?: Ratio, readonly cpuRatio?: number }} Row
 * @typedef {{ readonly name: string, readonly milliseconds: number, readonly cpu: number, readonly most?: number }} StartRow
 * @typedef {{ readonly rounds: number, readonly seconds: number, readonly connections: number,
 *   readonly progress: (text: string) => void }} Settings
 */

/** The target ratio of requests per second compared with each contender. @type {Readonly<Record<string, number>>} */
const targets = { fastify: 1, 'fastify serializer': 1, express: 5, http: 0.8 };
const names = ['lading', ...Object.keys(targets)];

/** @param {Settings} settings @returns {Promise<{ readonly rows: Row[], readonly starts: StartRow[] }>} */
export async function measureServer(settings) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-server-'));
  const document = join(folder, '1.44.json');
  writeFileSync(document, JSON.stringify(coercible(JSON.parse(bundled()))));
  const load = startLoad();
  /** @type {Record<string, Contender>} */
  const contenders = {};
  try {
    for (const name of names) {
      const socket = join(folder, `${name.replace(' ', '-')}.sock`);
      const profile = process.env['LADING_BENCH_PROFILE'];
      const options = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profile, name)}`];
      contenders[name] = { socket, ...(await startSubject(subjects, name, [socket, document], options)) };
    }
    const use = { contenders, ask: load.ask, settings };
    await verifyValidation(use);
    const rows = [
      ...(await compareContenders('list', '`GET /containers/json`, 100 entries', use)),
      ...(await compareContenders('create', '`POST /containers/create`', use)),
      ...(await compareVersions('start', 'not converted: `POST /containers/{id}/start`', 0.98, use)),
      ...(await compareVersions('create', 'converted: `POST /containers/create`', 0.8, use)),
      ...(await compareVersions('list', 'converted: `GET /containers/json`, 100 entries', 0.8, use)),
    ];
    settings.progress('start-up');
    return { rows, starts: await startTimes(names, folder, document, Math.min(5, settings.rounds)) };
  } finally {
    Object.values(contenders).forEach(({ close }) => close());
    load.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @typedef {import('../measure/processes.mjs').Subject & { readonly socket: string }} Contender
 * @typedef {{ readonly contenders: Readonly<Record<string, Contender>>, readonly ask: import('../measure/processes.mjs').Ask, readonly settings: Settings }} Use
 */

/** The bundled document of 1.44, or the document at `LADING_BENCH_DOCUMENT`. */
function bundled() {
  const given = process.env['LADING_BENCH_DOCUMENT'];
  if (given !== undefined) return readFileSync(given, 'utf8');
  // Builds the generator if its sources are newer; the output of the build must not be part of the document.
  run({ args: [lading, '--version'] });
  const { status, output } = run({ args: [lading, 'bundle', '1.44', '--json'] });
  if (status !== 0) throw new Error(`the document cannot be bundled: ${output}`);
  return output;
}

/**
 * Replaces `oneOf` by `anyOf`: peers coerce an empty string to null, which then matches both a schema and null.
 * @param {any} value @returns {any}
 */
function coercible(value) {
  if (Array.isArray(value)) return value.map(coercible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key === 'oneOf' && Array.isArray(member) ? 'anyOf' : key,
      coercible(member),
    ]),
  );
}

/** Verifies that each contender that validates rejects an invalid request. @param {Use} use */
async function verifyValidation({ contenders, ask }) {
  for (const name of names.filter((name) => name !== 'http')) {
    await ask({ socket: contenders[name]?.socket ?? '', ...wanted('wrong', '1.44'), connections: 1, seconds: 0 });
  }
}

/** @param {string} task @param {string} what @param {Use} use */
async function compareContenders(task, what, use) {
  const runs = await measured(
    names.map((name) => ({ name, contender: name, ...wanted(task, '1.44') })),
    what,
    use,
  );
  const ours = runs['lading'] ?? [];
  return names.map((name) => row(what, name, runs[name] ?? [], ours, targets[name]));
}

/** Compares a request of 1.41 with the same request of 1.44, on Lading's server. @param {string} task @param {string} what @param {number} least @param {Use} use */
async function compareVersions(task, what, least, use) {
  const runs = await measured(
    ['1.44', '1.41'].map((version) => ({ name: version, contender: 'lading', ...wanted(task, version) })),
    what,
    use,
  );
  const [newer = [], older = []] = [runs['1.44'], runs['1.41']];
  return [row(what, 'lading, 1.44', newer, older, least), row(what, 'lading, 1.41', older, older)];
}

/**
 * @typedef {{ readonly perSecond: number, readonly cpu: number }} Run
 * @param {readonly { name: string, contender: string, status: number, bytes: string }[]} tasks
 * @param {string} what @param {Use} use
 * @returns {Promise<Readonly<Record<string, readonly Run[]>>>}
 */
async function measured(tasks, what, { contenders, ask, settings: { rounds, seconds, connections, progress } }) {
  progress(what);
  return interleaved(
    tasks.map(({ name }) => name),
    rounds,
    async (name) => {
      const task = tasks.find((task) => task.name === name);
      const contender = task && contenders[task.contender];
      if (task === undefined || contender === undefined) throw new Error(`There is no contender ${name}`);
      const { cpu: before } = await contender.usage();
      const { completed, seconds: took } = await ask({ socket: contender.socket, ...task, connections, seconds });
      return { perSecond: completed / took, cpu: ((await contender.usage()).cpu - before) / completed };
    },
  );
}

/** @param {string} task @param {string} version */
function wanted(task, version) {
  const request = requests[task];
  if (request === undefined) throw new Error(`There is no task ${task}`);
  return request(version);
}

/**
 * @param {string} what @param {string} name @param {readonly Run[]} runs @param {readonly Run[]} ours
 * @param {number} [least]
 * @returns {Row}
 */
function row(what, name, runs, ours, least) {
  const of = (/** @type {'perSecond' | 'cpu'} */ figure, some = runs) => some.map((run) => run[figure]);
  return {
    what,
    name,
    perSecond: median(of('perSecond')),
    cpu: median(of('cpu')),
    ...(least !== undefined && {
      ratio: { value: paired(of('perSecond', ours), of('perSecond')), least },
      cpuRatio: paired(of('cpu'), of('cpu', ours)),
    }),
  };
}
