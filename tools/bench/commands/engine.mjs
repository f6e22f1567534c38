/** The reference engine, and a real one in turns with it. */
import { setFlagsFromString } from 'node:v8';
import { markdownTable, right } from '@lading/run/markdown-table';
import { send } from '../engine/requests.mjs';
import { readme } from '../places.mjs';
import { machine, targetsMet, whole } from '../report/figures.mjs';

/** @typedef {import('../engine/measure-engine.mjs').Row} Row */

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Measures how fast the reference engine starts, lists and runs containers, its memory, many engines in one process, and whether
listeners get every event. With --real, a real engine is measured in turns with it.`,
  options: {
    real: ['SOCKET', 'the socket of a real engine (tools/conformance/engines/start.sh 26.1 prints one)'],
    image: ['NAME', 'an image of the real engine that has the program true', 'alpine:3.20'],
    rounds: ['N', 'how often each measurement is run', 5, 1],
    seconds: ['N', 'the duration of one', 2, 1],
    engines: ['N', 'how many engines are started in one process', 1000, 1],
  },
  page: readme,
  marker: 'engine',
  async run({ real: socket, image, ...settings }, { load, progress }) {
    setFlagsFromString('--expose-gc');
    // Imports the built engine.
    const { measureEngine } = await import('../engine/measure-engine.mjs');
    const rows = await measureEngine({ ...settings, real: socket && { socket, image }, progress });
    const version = socket && JSON.parse(await send(socket, '/version')).Version;
    const missed = rows.filter(isMissed).map(({ what }) => what);
    const engine = version === undefined ? 'no real engine was given' : `the real engine is ${version}`;
    const table = markdownTable(
      ['Measurement', 'Unit', ...right('Lading', 'Real engine'), 'Target'],
      rows.map((row) => [row.what, row.unit, shown(row.lading), shown(row.real), targetOf(row)]),
    );
    const met =
      version === undefined && missed.length === 0
        ? 'Every target that needs no real engine is met.'
        : targetsMet(missed);
    return {
      text: [machine(load, `median of ${settings.rounds} rounds; ${engine}`), table, met].join('\n\n'),
      json: rows,
    };
  },
};

/** @param {Row} row */
function isMissed({ lading, real, most = Infinity, leastRatio = 0 }) {
  return lading > most || (real !== undefined && lading / real < leastRatio);
}

/** @param {Row} row */
function targetOf(row) {
  const { lading, real, most, leastRatio } = row;
  const missed = isMissed(row) ? ' MISSED' : '';
  if (most !== undefined) return `≤ ${most}${missed}`;
  if (leastRatio === undefined) return '';
  return real === undefined ? `≥ ${leastRatio} ×` : `${(lading / real).toFixed(1)} ×, ≥ ${leastRatio}${missed}`;
}

/** @param {number | undefined} value */
function shown(value) {
  if (value === undefined) return '';
  return value >= 100 || Number.isInteger(value) ? whole(value) : value.toFixed(1);
}
