/** Formats the server's rows as Markdown tables, with the targets. */
import { markdownTable } from '@lading/run/markdown-table';

const right = /** @type {const} */ ('right');

/** @param {readonly import('./measure-server.mjs').Row[]} rows */
export function serverTable(rows) {
  return markdownTable(
    [
      { title: 'Request' },
      { title: 'Server' },
      { title: 'Requests/s', align: right },
      { title: 'CPU µs per request', align: right },
      { title: 'Lading ÷ this' },
      { title: 'CPU of this ÷ Lading', align: right },
    ],
    rows.map(({ what, name, perSecond, cpu, ratio, cpuRatio }) => [
      what,
      titles[name] ?? name,
      Math.round(perSecond).toLocaleString('en-US'),
      cpu.toFixed(0),
      ratio === undefined ? '' : `${ratio.value.toFixed(2)} (${met(ratio) ? '' : 'MISSES '}≥ ${ratio.least})`,
      cpuRatio === undefined ? '' : cpuRatio.toFixed(2),
    ]),
  );
}

/** @param {readonly import('./measure-server.mjs').StartRow[]} rows */
export function startTable(rows) {
  return markdownTable(
    [
      { title: 'All operations, from the first import to the first response' },
      { title: 'ms', align: right },
      { title: 'CPU ms', align: right },
    ],
    rows.map(({ name, milliseconds, cpu, most }) => [
      titles[name] ?? name,
      `${milliseconds.toFixed(0)}${most === undefined ? '' : ` (${milliseconds < most ? '' : 'MISSES '}< ${most})`}`,
      cpu.toFixed(0),
    ]),
  );
}

/** The names of the measurements that miss their target. @param {{ readonly rows: readonly import('./measure-server.mjs').Row[], readonly starts: readonly import('./measure-server.mjs').StartRow[] }} figures */
export function serverMisses({ rows, starts }) {
  return [
    ...rows
      .filter(({ ratio }) => ratio !== undefined && !met(ratio))
      .map(({ what, name }) => `${what} ÷ ${titles[name] ?? name}`),
    ...starts.filter(({ milliseconds, most }) => most !== undefined && milliseconds >= most).map(() => 'start-up'),
  ];
}

/** @param {import('./measure-server.mjs').Ratio} ratio */
function met({ value, least }) {
  return value >= least;
}

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
