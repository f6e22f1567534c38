/** The server, compared with Fastify and node:http. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder } from '@lading/run/commands';
import { median } from '../measure/rounds.mjs';
import { startLoad, startSubject } from '../measure/processes.mjs';
import { run } from '../measure/run.mjs';
import { haveSpec, lading, peers } from '../places.mjs';
import { comparedRows, comparison } from '../report/comparison.mjs';
import { requestOf } from '../server/requests.mjs';

/**
 * @typedef {import('../report/comparison.mjs').Row} Row
 * @typedef {{ rounds: number, seconds: number, connections: number, progress: (text: string) => void }} Settings
 * @typedef {{ name: string, contender: string, version: string }} Asked
 */

const subjects = new URL('../server/subject/subjects.mjs', import.meta.url);
const program = fileURLToPath(new URL('../server/subject/first-response.mjs', import.meta.url));
const titles = {
  lading: 'Lading',
  'lading, 1.41': 'Lading, requests of 1.41',
  'lading alone': 'Lading, 1.44 alone',
  fastify: 'Fastify',
  'fastify serializer': 'Fastify, schemas of responses too',
  http: '`node:http`, no validation',
};
/** The minimum of requests per second, relative to each contender. */
const targets = { fastify: 1, 'fastify serializer': 1, http: 0.8 };
const contenders = ['lading', ...Object.keys(targets)];
/** The requests of 1.41 that are measured beside those of 1.44, with the minimum of the ratio. */
const converted = [
  { task: 'start', what: 'not converted: `POST /containers/{id}/start`', least: 0.98 },
  { task: 'create', what: 'converted: `POST /containers/create`', least: 0.8 },
  { task: 'list', what: 'converted: `GET /containers/json`, 100 entries', least: 0.8 },
];

export default comparison({
  about: 'Measures the server compared with Fastify and node:http.',
  options: { quick: ['', 'fewer and shorter runs'] },
  marker: 'server',
  titles,
  missing: () => (haveSpec() ? undefined : 'there is no spec/versions.yaml'),
  async measure({ quick }, progress) {
    peers.install();
    const [rounds, seconds, connections] = quick ? [3, 0.4, 16] : [11, 0.8, 16];
    const rows = await measureServer({ rounds, seconds, connections, progress });
    const [version] = peers.versions.filter(([name]) => name === 'fastify');
    const counts = `median of ${rounds} rounds of ${seconds} s, ${connections} connections on a unix socket`;
    return { rows, head: `${counts}, \`NODE_ENV=production\`; ${version?.join(' ')}` };
  },
});

/** @param {Settings} settings @returns {Promise<Row[]>} */
function measureServer(settings) {
  return inFolder(async (folder) => {
    const document = join(folder, '1.44.json');
    writeFileSync(document, JSON.stringify(coercible(JSON.parse(bundled()))));
    const socketOf = (name) => join(folder, `${name.replace(' ', '-')}.sock`);
    const started = { load: await startLoad() };
    const usage = (name) => started[name].usage();
    const send = ({ contender, version }, task, more) =>
      started.load.ask('send', { socket: socketOf(contender), ...requestOf(task, version), ...settings, ...more });
    /** Measures a request to several contenders in turns. @param {readonly Asked[]} all @param {readonly any[]} ratios those of a subject to another one, with the minimum */
    const compare = (what, task, all, ratios) => {
      settings.progress(what);
      const measure = async (name) => {
        const asked = /** @type {Asked} */ (all.find((one) => one.name === name));
        const { cpu: before } = await usage(asked.contender);
        const { completed, seconds } = await send(asked, task);
        return { perSecond: completed / seconds, cpu: ((await usage(asked.contender)).cpu - before) / completed };
      };
      const names = all.map(({ name }) => name);
      const limited = ratios.map(
        ([one, other, least]) => /** @type {const} */ ([`÷ ${titles[other]}`, one, other, { least }]),
      );
      const shares = ratios.map(([one, other]) => /** @type {const} */ ([`${titles[other]} ÷`, other, one]));
      return comparedRows(what, names, settings.rounds, measure, [
        { unit: 'requests/s', of: 'perSecond', ratios: limited },
        { unit: 'CPU µs per request', of: 'cpu', ratios: shares },
      ]);
    };
    try {
      for (const name of contenders) started[name] = await startSubject(subjects, name, [socketOf(name), document]);
      // Each contender that validates has to reject an invalid request.
      for (const contender of contenders.filter((name) => name !== 'http'))
        await send({ contender, version: '1.44' }, 'wrong', { connections: 1, seconds: 0 });
      const own = contenders.map((name) => ({ name, contender: name, version: '1.44' }));
      const peerRatios = Object.entries(targets).map(([name, least]) => ['lading', name, least]);
      const older = { name: 'lading, 1.41', contender: 'lading', version: '1.41' };
      const rows = [
        ...(await compare('`GET /containers/json`, 100 entries', 'list', own, peerRatios)),
        ...(await compare('`POST /containers/create`', 'create', own, peerRatios)),
      ];
      for (const { task, what, least } of converted)
        rows.push(...(await compare(what, task, [own[0], older], [['lading, 1.41', 'lading', least]])));
      settings.progress('start-up');
      return [...rows, ...startTimes(folder, document, Math.min(5, settings.rounds))];
    } finally {
      for (const { close } of Object.values(started)) close();
    }
  });
}

/** Measures the time of fresh processes from the first import to the first response, with all operations. @returns {Row[]} */
function startTimes(folder, document, rounds) {
  const names = ['lading alone', ...contenders.filter((name) => name !== 'http')];
  /** @type {Record<string, { milliseconds: number, cpu: number }[]>} */
  const runs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const args = [program, name, join(folder, `${name.replace(' ', '-')}-${round}.start`), document];
      const env = { ...process.env, NODE_ENV: 'production' };
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
      const [milliseconds, cpu] = stdout.split(' ').map(Number);
      if (!(milliseconds > 0)) throw new Error(`${name} does not start: ${stderr}`);
      runs[name].push({ milliseconds, cpu });
    }
  const what = 'all operations, from the first import to the first response';
  const figures = (figure) =>
    Object.fromEntries(names.map((name) => [name, median(runs[name].map((run) => run[figure]))]));
  const alone = { value: figures('milliseconds')['lading alone'], most: 100 };
  return [
    { what, unit: 'ms', figures: figures('milliseconds'), targets: { [titles['lading alone']]: alone } },
    { what, unit: 'CPU ms', figures: figures('cpu') },
  ];
}

/** The bundled document of 1.44. */
function bundled() {
  // Builds the generator if its sources are newer; the output of the build must not be part of the document.
  run({ args: [lading, '--version'] });
  const { status, output } = run({ args: [lading, 'bundle', '1.44', '--json'] });
  if (status !== 0) throw new Error(`the document cannot be bundled: ${output}`);
  return output;
}

/** Replaces `oneOf` by `anyOf`: peers coerce an empty string to null, which then matches both a schema and null. */
function coercible(value) {
  if (Array.isArray(value)) return value.map(coercible);
  if (typeof value !== 'object' || value === null) return value;
  const keyOf = (key, member) => (key === 'oneOf' && Array.isArray(member) ? 'anyOf' : key);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [keyOf(key, member), coercible(member)]));
}
