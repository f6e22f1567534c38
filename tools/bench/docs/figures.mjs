/** The table of the references with what it was measured on. */
import { cpus } from 'node:os';
import { wanted } from './places.mjs';
import { docsTable, misses } from './table.mjs';

/**
 * @param {readonly import('./measure-docs.mjs').Row[]} rows
 * @param {number} rounds
 * @param {number} load of the machine when it began
 */
export function docsFigures(rows, rounds, load) {
  const missed = misses(rows);
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; median of ${rounds} rounds; ${wanted()
      .map((peer) => peer.join(' '))
      .join(', ')}.`,
    docsTable(rows),
    missed.length === 0
      ? 'Ahead on each, and every bar is reached.'
      : `Behind, or misses its bar: ${missed.join('; ')}.`,
  ].join('\n\n');
}
