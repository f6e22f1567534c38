/** Formats the table of the references, with the machine and the settings of the measurement. */
import { cpus } from 'node:os';
import { references } from './places.mjs';
import { docsTable, misses } from './table.mjs';

/**
 * @param {readonly import('./measure-docs.mjs').Row[]} rows
 * @param {number} rounds
 * @param {number} load the load of the machine at the start
 */
export function docsFigures(rows, rounds, load) {
  const missed = misses(rows);
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; median of ${rounds} rounds; ${references.versions
      .map((peer) => peer.join(' '))
      .join(', ')}.`,
    docsTable(rows),
    missed.length === 0
      ? 'Better than both peers in each figure; every target is met.'
      : `Worse than a peer, or missed target: ${missed.join('; ')}.`,
  ].join('\n\n');
}
