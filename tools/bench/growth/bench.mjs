/** Measures what documents of one to eight times the size cost, and one to 32 versions: whether each cost grows linearly. */
import { cpus } from 'node:os';
import { markdownTable } from '@lading/run/markdown-table';
import { group } from '@lading/run/installs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMeasurement, skip } from '../measurement.mjs';
import { bench, havePublished } from '../places.mjs';
import { exponentOf } from './exponent.mjs';
import { measureGrowth } from './measure-growth.mjs';
import { drawGrowth } from './plot.mjs';

/** The maximum exponent of a cost that is called linear. */
const linear = 1.1;

await runMeasurement({
  command: 'tools/bench/growth/bench.mjs',
  marker: 'growth',
  about: 'Measures what documents of one to eight times the size cost, and one to 32 versions.',
  options: { only: ['TEXT', 'only jobs with TEXT in their name', ''] },
  measure({ only }, { load, progress }) {
    if (!havePublished(['1.44'])) skip('the published document of 1.44 (../shared/upstream) is missing');
    const plots = group('plots');
    plots.install();
    const rows = measureGrowth({ progress, chosen: (name) => name.includes(only) });
    return {
      figures: figuresOf(rows, load),
      json: rows,
      write: async () => writeFileSync(join(bench, 'growth', 'growth.svg'), await drawGrowth(plots.file, rows)),
    };
  },
});

/** @param {readonly import('./measure-growth.mjs').Row[]} rows @param {number} load */
function figuresOf(rows, load) {
  const jobs = [...new Map(rows.map((row) => [`${row.by} ${row.job}`, row])).values()];
  /** @type {readonly (readonly [title: string, of: 'cpu' | 'peak' | 'bytes', unit: number, digits: number])[]} */
  const quantities = [
    ['CPU s', 'cpu', 1, 1],
    ['peak MB', 'peak', 1e6, 0],
    ['written MB', 'bytes', 1e6, 1],
  ];
  const table = markdownTable(
    [
      { title: 'Job' },
      { title: 'By' },
      ...quantities.flatMap(([title]) => [
        { title: `${title}, from 1 to the most`, align: /** @type {const} */ ('right') },
        { title: 'Exponent', align: /** @type {const} */ ('right') },
      ]),
    ],
    jobs.map(({ job, by }) => {
      const points = rows.filter((row) => row.job === job && row.by === by);
      const cells = quantities.flatMap(([, of, unit, digits]) => {
        const values = points.map((row) => /** @type {const} */ ([row.times, row[of]]));
        if (values.every(([, value]) => value === 0)) return ['', ''];
        const shown = values.map(([, value]) => (value / unit).toFixed(digits));
        const exponent = exponentOf(values);
        return [shown.join(' → '), `${exponent.toFixed(2)}${exponent > linear ? ' MISSES' : ''}`];
      });
      return [job, by, ...cells];
    }),
  );
  const timesOf = (/** @type {string} */ by) => [
    ...new Set(rows.filter((row) => row.by === by).map(({ times }) => times)),
  ];
  return [
    `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}. Documents of ${timesOf('size').join(', ')} times the published document of 1.44, with renamed copies of all it has; ${timesOf('versions').join(', ')} versions of \`spec/\`. The exponent is that of the cost above a fixed part, and at most ${linear} where growth is linear.`,
    table,
    '![Each cost by size and by versions, on logarithmic axes](growth/growth.svg)',
  ].join('\n\n');
}
