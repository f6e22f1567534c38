/** Formats the figures of watch mode for the README. */
import { cpus } from 'node:os';
import { markdownTable } from '@lading/run/markdown-table';

const right = /** @type {const} */ ('right');

/**
 * @param {readonly import('./measure-watch.mjs').Row[]} rows
 * @param {number} rounds
 * @param {number} load
 */
export function watchFigures(rows, rounds, load) {
  const processor = (cpus()[0]?.model ?? 'unknown').trim().split(' ').slice(0, 2).join(' ');
  const date = new Date().toISOString().slice(0, 10);
  const head = `${date}. ${cpus().length} cores (${processor}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; ${rounds} edits of each kind.`;
  const ms = (/** @type {number} */ value) => Math.round(value).toLocaleString('en-US');
  const figures = markdownTable(
    [
      { title: 'Edit' },
      { title: 'Files written', align: right },
      { title: 'Median ms', align: right },
      { title: 'p95 ms', align: right },
      { title: 'CPU ms', align: right },
    ],
    rows.map(({ what, target, files, median, p95, cpu }) => [
      what,
      String(files),
      `${ms(median)} (${median <= target ? '≤' : 'MISSES ≤'} ${ms(target)})`,
      ms(p95),
      cpu === undefined ? '' : ms(cpu),
    ]),
  );
  return `${head}\n\n${figures}`;
}
