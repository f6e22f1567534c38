/** The bridge, beside other ways to an engine. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { measureBridge } from '../bridge/measure-bridge.mjs';
import { readme } from '../places.mjs';
import { machine, targetsMet, whole } from '../report/figures.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about:
    'Measures the bridge beside a pipe, a minimal proxy on undici and the engine itself, its memory with 1 GB, and its latency beside clients that never read.',
  options: {
    rounds: ['N', 'how often each measurement is run', 7, 1],
    seconds: ['N', 'the duration of one', 1, 1],
  },
  page: readme,
  marker: 'bridge',
  async run({ rounds, seconds }, { load, progress }) {
    const { rows, memory, latency } = await measureBridge({ rounds, seconds, progress });
    const missed = [
      ...rows.flatMap(({ what, subject, cpuRatio, target = 0 }) => (cpuRatio < target ? [`${subject}, ${what}`] : [])),
      ...memory.flatMap(({ what, megabytes, target }) => (megabytes > target ? [what] : [])),
      ...latency.flatMap(({ what, median, target }) => (median > target ? [what] : [])),
    ];
    const rest = `median of ${rounds} rounds, 16 connections on a unix socket; the engine is a server of Node that responds at once`;
    const figures = right('Requests/s', '÷ proxy on undici', 'µs a request', 'proxy ÷ this');
    const table = markdownTable(
      ['Request', 'Through', ...figures, 'Target'],
      rows.map(({ what, subject, perSecond, ratio, micros, cpuRatio, target }) => [
        ...[what, subject, whole(perSecond), ratio.toFixed(2), micros.toFixed(1), cpuRatio.toFixed(2)],
        target === undefined ? '' : `≥ ${target.toFixed(1)}${cpuRatio < target ? ' MISSED' : ''}`,
      ]),
    );
    const ofMemory = markdownTable(
      ['Memory', ...right('MB above idle'), 'Target'],
      memory.map(({ what, megabytes, target }) => [what, megabytes.toFixed(0), `≤ ${target}`]),
    );
    const ofLatency = markdownTable(
      ['Latency', ...right('Median ms', 'Maximum ms'), 'Target of the median'],
      latency.map(({ what, median, most, target }) => [what, median.toFixed(0), most.toFixed(0), `≤ ${target}`]),
    );
    return {
      text: [machine(load, rest), table, ofMemory, ofLatency, targetsMet(missed)].join('\n\n'),
      json: { rows, memory, latency },
    };
  },
};
