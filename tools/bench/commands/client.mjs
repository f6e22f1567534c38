/** The client, compared with undici, node:http and dockerode. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { measureClient } from '../client/measure-client.mjs';
import { peers, readme } from '../places.mjs';
import { brief, machine, targetsMet } from '../report/figures.mjs';

/** @typedef {import('../client/measure-client.mjs').Row} Row */
/** @typedef {import('../client/measure-client.mjs').FigureWithTarget} FigureWithTarget */

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures the client compared with undici, node:http and dockerode.',
  options: { quick: ['', 'fewer and shorter runs'] },
  page: readme,
  marker: 'client',
  async run({ quick }, { load, progress }) {
    peers.install();
    const counts = quick ? { rounds: 3, passes: 1, bytes: 256e6 } : { rounds: 11, passes: 5, bytes: 1e9 };
    const rows = await measureClient({ ...counts, seconds: 0.4, progress });
    const versions = peers.versions.filter(([name]) => name === 'dockerode' || name === 'esbuild');
    const shown = versions.map((peer) => peer.join(' ')).join(', ');
    const head = machine(load, `median of ${counts.rounds} rounds (memory: ${counts.passes}); ${shown}`);
    const missed = misses(rows);
    return { text: [head, clientTable(rows), targetsMet(missed)].join('\n\n'), json: { rows, missed } };
  },
};

/** @param {readonly Row[]} rows */
export function clientTable(rows) {
  return markdownTable(
    ['Measurement', 'Unit', ...right('Lading', 'undici', 'node:http', 'dockerode'), 'Lading compared'],
    rows.map(({ what, unit, lading, undici, http, dockerode, most, ratios = {}, other }) => [
      ...[what, unit, `${brief(lading)}${most === undefined ? '' : target({ value: lading, most })}`],
      ...[undici, http, dockerode].map(brief),
      [
        ...Object.entries(ratios).map(([peer, ratio]) =>
          ratio.most === undefined
            ? `÷ ${peer} ${ratio.value.toFixed(2)}${target(ratio)}`
            : `${peer} ${brief(ratio.value)}${target(ratio)}`,
        ),
        ...(other === undefined ? [] : [other]),
      ].join('; '),
    ]),
  );
}

/** The names of the measurements that miss their target. @param {readonly Row[]} rows */
export function misses(rows) {
  return rows.flatMap(({ what, lading, most, ratios = {} }) =>
    Object.entries({ ...ratios, ...(most !== undefined && { '': { value: lading, most } }) })
      .filter(([, figure]) => !met(figure))
      .map(([peer]) => `${what} ${peer}`.trim()),
  );
}

/** @param {FigureWithTarget} figure */
function met({ value, least = -Infinity, most = Infinity }) {
  return value >= least && value < most;
}

/** @param {FigureWithTarget} figure */
function target(figure) {
  const { least, most } = figure;
  if (least === undefined && most === undefined) return '';
  return ` (${met(figure) ? '' : 'MISSES '}${least === undefined ? `< ${most}` : `≥ ${least}`})`;
}
