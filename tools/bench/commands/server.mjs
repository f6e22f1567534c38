/** The server, compared with Fastify and node:http. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder } from '@lading/run/commands';
import { printedBy, startLoad, startSubject } from '../measure/processes.mjs';
import { run } from '../measure/run.mjs';
import { lading, peers } from '../places.mjs';
import { atMost, comparedRows, comparison, loadedRows } from '../report/comparison.mjs';
import { requestOf } from '../server/requests.mjs';

/**
 * @typedef {import('../report/comparison.mjs').Row} Row
 * @typedef {{ rounds: number, seconds: number, progress: (text: string) => void }} Settings
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
  async measure({ quick }, progress) {
    peers.install();
    const [rounds, seconds] = quick ? [3, 0.4] : [11, 0.8];
    const rows = await measureServer({ rounds, seconds, progress });
    const [version] = peers.versions.filter(([name]) => name === 'fastify');
    const counts = `median of ${rounds} rounds of ${seconds} s, 16 connections on a unix socket`;
    return { rows, head: `${counts}, \`NODE_ENV=production\`; ${version?.join(' ')}` };
  },
});

/** @param {Settings} settings @returns {Promise<Row[]>} */
function measureServer(settings) {
  return inFolder(async (folder) => {
    const document = join(folder, '1.44.json');
    writeFileSync(document, JSON.stringify(bundled()));
    const socketOf = (name) => join(folder, `${name.replace(' ', '-')}.sock`);
    const started = { load: await startLoad() };
    const requestTo = (subject, task, version = '1.44') => {
      return { subject, socket: socketOf(subject), ...requestOf(task, version) };
    };
    /** Measures a request to several contenders in turns. @param {readonly any[]} ratios those of a subject to another one, with the minimum */
    const compare = (what, requests, ratios) => {
      settings.progress(what);
      return loadedRows(what, started, requests, settings, {
        rates: ratios.map(([one, other, least]) => [`÷ ${titles[other]}`, one, other, { least }]),
        times: ratios.map(([one, other]) => [`${titles[other]} ÷`, other, one]),
      });
    };
    try {
      for (const name of contenders) started[name] = await startSubject(subjects, name, [socketOf(name), document]);
      // Each contender that validates has to reject an invalid request.
      for (const contender of contenders.filter((name) => name !== 'http'))
        await started.load.ask('send', { ...requestTo(contender, 'wrong'), connections: 1, seconds: 0 });
      const toAll = (task) => Object.fromEntries(contenders.map((name) => [name, requestTo(name, task)]));
      const peerRatios = Object.entries(targets).map(([name, least]) => ['lading', name, least]);
      const rows = [
        ...(await compare('`GET /containers/json`, 100 entries', toAll('list'), peerRatios)),
        ...(await compare('`POST /containers/create`', toAll('create'), peerRatios)),
      ];
      for (const { task, what, least } of converted) {
        const both = { lading: requestTo('lading', task), 'lading, 1.41': requestTo('lading', task, '1.41') };
        rows.push(...(await compare(what, both, [['lading, 1.41', 'lading', least]])));
      }
      settings.progress('start-up');
      return [...rows, ...(await startTimes(folder, document, Math.min(5, settings.rounds)))];
    } finally {
      for (const { close } of Object.values(started)) close();
    }
  });
}

/** Measures the time of fresh processes from the first import to the first response, with all operations. @returns {Promise<Row[]>} */
function startTimes(folder, document, rounds) {
  const names = ['lading alone', ...contenders.filter((name) => name !== 'http')];
  let count = 0;
  const measure = async (name) => printedBy([program, name, join(folder, `start-${(count += 1)}.sock`), document]);
  return comparedRows('all operations, from the first import to the first response', names, rounds, measure, [
    { unit: 'ms', of: 'milliseconds', ratios: [atMost(titles['lading alone'], 'lading alone', 100)] },
    { unit: 'CPU ms', of: 'cpu' },
  ]);
}

/**
 * The bundled document of 1.44 as JSON Schemas of Fastify: references lead to a schema of the name `document`, without texts. `oneOf` is `anyOf`:
 * peers coerce an empty string to null, which then matches both a schema and null.
 */
function bundled() {
  // Builds the generator if its sources are newer; the output of the build must not be part of the document.
  run({ args: [lading, '--version'] });
  const { status, output } = run({ args: [lading, 'bundle', '1.44', '--json'] });
  if (status !== 0) throw new Error(`the document cannot be bundled: ${output}`);
  const isText = (key) => key.startsWith('x-') || ['description', 'example', 'examples'].includes(key);
  const keyOf = (key, value) => (key === 'oneOf' && Array.isArray(value) ? 'anyOf' : key);
  return JSON.parse(output.replaceAll('"#/', '"document#/'), (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value).filter(([key]) => !isText(key));
    return Object.fromEntries(entries.map(([key, member]) => [keyOf(key, member), member]));
  });
}
