/** The server, compared with Fastify, Express and node:http. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { haveSpec, peers, readme } from '../places.mjs';
import { machine, targetsMet, whole } from '../report/figures.mjs';
import { measureServer } from '../server/measure-server.mjs';

/** @typedef {import('../server/measure-server.mjs').Row} Row */
/** @typedef {import('../server/measure-server.mjs').StartRow} StartRow */

const frameworks = new Set(['express', 'express-openapi-validator', 'fastify']);
/** @type {Readonly<Record<string, string>>} */
const titles = {
  lading: 'Lading',
  'lading alone': 'Lading, 1.44 alone: 107 routes',
  'lading, 1.44': 'Lading, requests of 1.44',
  'lading, 1.41': 'Lading, requests of 1.41',
  fastify: 'Fastify, schemas for requests',
  'fastify serializer': 'Fastify, schemas for requests and responses',
  express: 'Express, OpenAPI validator',
  http: '`node:http`, handwritten, no validation',
};
const titleOf = (/** @type {string} */ name) => titles[name] ?? name;

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures the server compared with Fastify, Express and node:http.',
  options: { quick: ['', 'fewer and shorter runs'] },
  page: readme,
  marker: 'server',
  async run({ quick }, { load, progress }) {
    if (!haveSpec()) return { text: 'SKIPPED: there is no spec/versions.yaml', failed: true, isIncomplete: true };
    peers.install();
    const [rounds, seconds, connections] = quick ? [3, 0.4, 16] : [11, 0.8, 16];
    const { rows, starts } = await measureServer({ rounds, seconds, connections, progress });
    const versions = peers.versions.filter(([name]) => frameworks.has(name)).map((version) => version.join(' '));
    const rest = `median of ${rounds} rounds of ${seconds} s, ${connections} connections on a unix socket, \`NODE_ENV=production\``;
    const missed = [
      ...rows.filter(({ ratio }) => ratio && !met(ratio)).map(({ what, name }) => `${what} ÷ ${titleOf(name)}`),
      ...starts.filter(({ milliseconds, most = Infinity }) => milliseconds >= most).map(() => 'start-up'),
    ];
    const head = machine(load, `${rest}; ${versions.join(', ')}`);
    const text = [head, requestsTable(rows), startTable(starts), targetsMet(missed)].join('\n\n');
    return { text, json: { rows, starts, missed } };
  },
};

/** @param {readonly Row[]} rows */
function requestsTable(rows) {
  return markdownTable(
    [
      'Request',
      'Server',
      ...right('Requests/s', 'CPU µs per request'),
      'Lading ÷ this',
      ...right('CPU of this ÷ Lading'),
    ],
    rows.map(({ what, name, perSecond, cpu, ratio, cpuRatio }) => [
      ...[what, titleOf(name), whole(perSecond), cpu.toFixed(0)],
      ratio === undefined ? '' : `${ratio.value.toFixed(2)} (${met(ratio) ? '' : 'MISSES '}≥ ${ratio.least})`,
      cpuRatio === undefined ? '' : cpuRatio.toFixed(2),
    ]),
  );
}

/** @param {readonly StartRow[]} rows */
function startTable(rows) {
  return markdownTable(
    ['All operations, from the first import to the first response', ...right('ms', 'CPU ms')],
    rows.map(({ name, milliseconds, cpu, most }) => [
      titleOf(name),
      `${milliseconds.toFixed(0)}${most === undefined ? '' : ` (${milliseconds < most ? '' : 'MISSES '}< ${most})`}`,
      cpu.toFixed(0),
    ]),
  );
}

/** @param {import('../server/measure-server.mjs').Ratio} ratio */
function met({ value, least }) {
  return value >= least;
}
