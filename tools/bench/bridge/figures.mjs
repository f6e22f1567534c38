/** Formats the tables of the bridge, with the machine and the settings of the measurement. */
import { cpus } from 'node:os';
import { markdownTable } from '../../run/markdown-table.mjs';
import { whole } from '../report/format-figures.mjs';

/**
 * @param {Awaited<ReturnType<import('./measure-bridge.mjs').measureBridge>>} measured
 * @param {number} rounds
 * @param {number} load the load of the machine at the start
 */
export function bridgeFigures({ rows, memory }, rounds, load) {
  const missed = [
    ...rows.flatMap(({ what, subject, cpuRatio, target = 0 }) => (cpuRatio < target ? [`${subject}, ${what}`] : [])),
    ...memory.flatMap(({ what, megabytes, target }) => (megabytes > target ? [what] : [])),
  ];
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; median of ${rounds} rounds, 16 connections on a unix socket; the engine is a server of Node that responds at once.`,
    markdownTable(
      [
        { title: 'Request' },
        { title: 'Through' },
        { title: 'Requests/s', align: 'right' },
        { title: '÷ proxy on undici', align: 'right' },
        { title: 'µs a request', align: 'right' },
        { title: 'proxy ÷ this', align: 'right' },
        { title: 'Target' },
      ],
      rows.map(({ what, subject, perSecond, ratio, micros, cpuRatio, target }) => [
        what,
        subject,
        whole(perSecond),
        ratio.toFixed(2),
        micros.toFixed(1),
        cpuRatio.toFixed(2),
        target === undefined ? '' : `≥ ${target.toFixed(1)}${cpuRatio < target ? ' MISSED' : ''}`,
      ]),
    ),
    markdownTable(
      [{ title: 'Memory' }, { title: 'MB above idle', align: 'right' }, { title: 'Target' }],
      memory.map(({ what, megabytes, target }) => [what, megabytes.toFixed(0), `≤ ${target}`]),
    ),
    missed.length === 0 ? 'Every target is met.' : `Missed targets: ${missed.join('; ')}.`,
  ].join('\n\n');
}
