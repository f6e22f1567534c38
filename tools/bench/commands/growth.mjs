/** What documents of one to eight times the size cost, and one to 32 versions: whether each cost grows linearly. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { group } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { exponentOf } from '../growth/exponent.mjs';
import { measureGrowth } from '../growth/measure-growth.mjs';
import { drawGrowth } from '../growth/plot.mjs';
import { bench, havePublished, readme } from '../places.mjs';
import { machine } from '../report/figures.mjs';

/** The maximum exponent of a cost that is called linear. */
const linear = 1.1;

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures what documents of one to eight times the size cost, and one to 32 versions.',
  options: { only: ['TEXT', 'only jobs with TEXT in their name', ''] },
  page: readme,
  marker: 'growth',
  async run({ only }, { load, progress }) {
    if (!havePublished(['1.44'])) {
      const text = 'SKIPPED: the published document of 1.44 (../shared/upstream) is missing';
      return { text, failed: true, isIncomplete: true };
    }
    const plots = group('plots');
    plots.install();
    const rows = measureGrowth({ progress, chosen: (name) => name.includes(only) });
    const write = async () => writeFileSync(join(bench, 'growth', 'growth.svg'), await drawGrowth(plots.file, rows));
    return { text: figuresOf(rows, load), json: rows, write };
  },
};

/** @param {readonly import('../growth/measure-growth.mjs').Row[]} rows @param {number} load */
function figuresOf(rows, load) {
  const jobs = [...new Map(rows.map((row) => [`${row.by} ${row.job}`, row])).values()];
  /** @type {readonly (readonly [title: string, of: 'cpu' | 'peak' | 'bytes', unit: number, digits: number])[]} */
  const quantities = [
    ['CPU s', 'cpu', 1, 1],
    ['peak MB', 'peak', 1e6, 0],
    ['written MB', 'bytes', 1e6, 1],
  ];
  const table = markdownTable(
    ['Job', 'By', ...quantities.flatMap(([title]) => right(`${title}, from 1 to the most`, 'Exponent'))],
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
  const timesOf = (/** @type {string} */ by) => new Set(rows.filter((row) => row.by === by).map(({ times }) => times));
  const [sizes, versions] = [[...timesOf('size')].join(', '), [...timesOf('versions')].join(', ')];
  return [
    machine(
      load,
      `documents of ${sizes} times the published document of 1.44, with renamed copies of all it has; ${versions} versions of \`spec/\`. The exponent is that of the cost above a fixed part, and at most ${linear} where growth is linear`,
    ),
    table,
    '![Each cost by size and by versions, on logarithmic axes](growth/growth.svg)',
  ].join('\n\n');
}
