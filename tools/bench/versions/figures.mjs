/** The table of one to six versions with what it was measured on, and what it shows. */
import { cpus } from 'node:os';
import { growthOf, most, versionsTable } from './table.mjs';

/**
 * @param {readonly import('./measure-versions.mjs').Row[]} rows
 * @param {number} rounds
 * @param {number} load of the machine when it began
 */
export function versionsFigures(rows, rounds, load) {
  const { cpu, bytes, fixed, each } = growthOf(rows);
  const kilobytes = (/** @type {number} */ value) => `${(value / 1000).toFixed(1)} KB`;
  const percent = (/** @type {number} */ value) => `${Math.round(100 * value)} %`;
  const verdict = Math.max(cpu.most, bytes.most) <= most ? `(≤ ${percent(most)})` : `(MISSES ${percent(most)})`;
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; median of ${rounds} rounds; types with \`paths\`.`,
    versionsTable(rows),
    `Each version more takes ${percent(cpu.mean)} of the first one's time, the dearest ${percent(cpu.most)}, and ${percent(bytes.mean)} of its bytes, the dearest ${percent(bytes.most)} ${verdict}: ${kilobytes(fixed)} for any, and ${kilobytes(each)} for each change.`,
  ].join('\n\n');
}
