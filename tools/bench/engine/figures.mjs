/** Formats the table of the reference engine, with the machine and the settings of the measurement. */
import { cpus } from 'node:os';
import { markdownTable } from '../../run/markdown-table.mjs';

/**
 * @param {readonly import('./measure-engine.mjs').Row[]} rows
 * @param {{ readonly rounds: number, readonly load: number, readonly real: string | undefined }} run
 */
export function engineFigures(rows, { rounds, load, real }) {
  const missed = rows.filter(isMissed).map(({ what }) => what);
  const right = /** @type {const} */ ('right');
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; median of ${rounds} rounds; ${real === undefined ? 'no real engine was given' : `the real engine is ${real}`}.`,
    markdownTable(
      [
        { title: 'Measurement' },
        { title: 'Unit' },
        { title: 'Lading', align: right },
        { title: 'Real engine', align: right },
        { title: 'Target' },
      ],
      rows.map((row) => [
        row.what,
        row.unit,
        shown(row.lading),
        row.real === undefined ? '' : shown(row.real),
        targetOf(row),
      ]),
    ),
    missed.length > 0
      ? `Missed targets: ${missed.join('; ')}.`
      : `Every target ${real === undefined ? 'that needs no real engine ' : ''}is met.`,
  ].join('\n\n');
}

/** @param {import('./measure-engine.mjs').Row} row */
function isMissed({ lading, real, most = Infinity, leastRatio = 0 }) {
  return lading > most || (real !== undefined && lading / real < leastRatio);
}

/** @param {import('./measure-engine.mjs').Row} row */
function targetOf(row) {
  const { lading, real, most, leastRatio } = row;
  const missed = isMissed(row) ? ' MISSED' : '';
  if (most !== undefined) return `≤ ${most}${missed}`;
  if (leastRatio === undefined) return '';
  return real === undefined ? `≥ ${leastRatio} ×` : `${(lading / real).toFixed(1)} ×, ≥ ${leastRatio}${missed}`;
}

/** @param {number} value */
function shown(value) {
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
}
