/** Formats the table of one to six versions, with the machine, the settings and a summary. */
import { cpus } from 'node:os';
import { growthOf, maximumGrowth, versionsTable } from './table.mjs';

/**
 * @param {readonly import('./measure-versions.mjs').Row[]} rows
 * @param {number} rounds
 * @param {number} load the load of the machine at the start
 * @param {import('./measure-versions.mjs').AllVersions} [whole]
 */
export function versionsFigures(rows, rounds, load, whole) {
  const { cpu, bytes, fixed, each } = growthOf(rows);
  const kilobytes = (/** @type {number} */ value) => `${(value / 1000).toFixed(1)} KB`;
  const percent = (/** @type {number} */ value) => `${Math.round(100 * value)} %`;
  const result =
    Math.max(cpu.most, bytes.most) <= maximumGrowth
      ? `(≤ ${percent(maximumGrowth)})`
      : `(MISSES ${percent(maximumGrowth)})`;
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; median of ${rounds} rounds; types with \`paths\`.`,
    versionsTable(rows),
    `On average, each further version takes ${percent(cpu.mean)} of the first version's time (at most ${percent(cpu.most)}) and ${percent(bytes.mean)} of its bytes, at most ${percent(bytes.most)} ${result}: ${kilobytes(fixed)} per version, and ${kilobytes(each)} per change.`,
    ...(whole === undefined ? [] : [sentenceOf(whole)]),
  ].join('\n\n');
}

/** @param {import('./measure-versions.mjs').AllVersions} whole */
export function sentenceOf({ versions, newest, oldest, cpu, bytes, each }) {
  const megabytes = (/** @type {number} */ value) => (value / 1e6).toFixed(2);
  return `All ${versions} published versions at once, ${newest} down to ${oldest}, take ${cpu.toFixed(1)} s of processor time and ${megabytes(bytes)} MB: ${each.cpu.toFixed(2)} s and ${megabytes(each.bytes)} MB for each further version.`;
}
