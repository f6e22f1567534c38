/** Formats the client's table, with the machine and the settings of the measurement. */
import { cpus } from 'node:os';
import { clientTable, misses } from './table.mjs';
import { peers } from '../places.mjs';

/**
 * @param {readonly import('./measure-client.mjs').Row[]} rows
 * @param {import('./measure-client.mjs').Settings} settings
 * @param {number} load the load of the machine at the start
 */
export function clientFigures(rows, { rounds, passes }, load) {
  const versions = peers.versions.filter(([name]) => name === 'dockerode' || name === 'esbuild');
  const missed = misses(rows);
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; median of ${rounds} rounds (memory: ${passes}); ${versions.map((peer) => peer.join(' ')).join(', ')}.`,
    clientTable(rows),
    missed.length === 0 ? 'Every target is met.' : `Missed targets: ${missed.join('; ')}.`,
  ].join('\n\n');
}
