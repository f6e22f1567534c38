/** What documents of one to 16 times the size cost, and one to 32 versions: whether each cost grows linearly. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { measureGrowth } from '../growth/measure-growth.mjs';
import { havePublished, readme } from '../places.mjs';
import { machine } from '../report/comparison.mjs';

/** The maximum exponent of a cost that is called linear. */
const linear = 1.1;

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures what documents of one to 16 times the size cost, and one to 32 versions.',
  options: { only: ['TEXT', 'only jobs with TEXT in their name', ''] },
  page: readme,
  marker: 'growth',
  async run({ only }, { load, progress }) {
    if (!havePublished(['1.44'])) {
      const text = 'SKIPPED: the published document of 1.44 (../shared/upstream) is missing';
      return { text, failed: true, isIncomplete: true };
    }
    const rows = await measureGrowth({ progress, chosen: (name) => name.includes(only) });
    return { text: figuresOf(rows, load), json: rows };
  },
};

/** @type {readonly (readonly [title: string, of: 'cpu' | 'peak' | 'bytes', unit: number, digits: number])[]} */
const quantities = [
  ['CPU s', 'cpu', 1, 1],
  ['peak MB', 'peak', 1e6, 0],
  ['written MB', 'bytes', 1e6, 1],
];

/** @param {readonly import('../growth/measure-growth.mjs').Row[]} rows @param {number} load */
export function figuresOf(rows, load) {
  const jobs = [...new Map(rows.map((row) => [`${row.by} ${row.job}`, row])).values()];
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
  const timesOf = (by) => [...new Set(rows.filter((row) => row.by === by).map(({ times }) => times))].join(', ');
  const measured = `documents of ${timesOf('size')} times the published document of 1.44, with renamed copies of all it has; ${timesOf('versions')} versions of \`spec/\``;
  const fit = `The exponent is that of the cost above a fixed part, fitted to all points, and at most ${linear} where growth is linear`;
  const plots = ['size', 'versions'].flatMap((by) => quantities.map(([title, of]) => plotOf(title, of, by, rows)));
  return [machine(load, `${measured}. ${fit}`), table, ...plots].join('\n\n');
}

/**
 * A plot of Mermaid with a line for each job: what one document or version costs of how many there are, divided by what it costs alone.
 * Where growth is linear, no line rises.
 * @param {string} title @param {'cpu' | 'peak' | 'bytes'} of @param {string} by @param {readonly import('../growth/measure-growth.mjs').Row[]} rows
 */
function plotOf(title, of, by, rows) {
  const shown = rows.filter((row) => row.by === by && row[of] > 0);
  const alone = new Map(shown.filter(({ times }) => times === 1).map((row) => [row.job, row[of]]));
  const costs = (job, one) => shown.filter((row) => row.job === job).map((row) => row[of] / row.times / one);
  const lines = [...alone]
    .map(([job, one]) => ({ job, values: costs(job, one) }))
    .sort((a, b) => Number(b.values.at(-1)) - Number(a.values.at(-1)));
  return [
    `\`\`\`mermaid\nxychart-beta\n  title "${title} ÷ ${by}, 1 for one; at the right from the top: ${lines.map(({ job }) => job).join(', ')}"`,
    `  x-axis "${by}" [${[...new Set(shown.map(({ times }) => times))].join(', ')}]`,
    `  y-axis 0 --> ${Math.max(1, ...lines.flatMap(({ values }) => values)).toFixed(2)}`,
    ...lines.map(({ values }) => `  line [${values.map((value) => value.toFixed(3)).join(', ')}]`),
    '```',
  ].join('\n');
}

/**
 * The exponent p of the curve `fixed + each × size^p` that is nearest to all points, by the squares of the relative errors: a start that
 * takes long does not hide that the rest is quadratic, and one cost that is off by a tenth changes the exponent of a cost without a fixed part by 0.15 at most.
 *
 * @param {readonly (readonly [size: number, cost: number])[]} points three or more
 */
export function exponentOf(points) {
  if (points.length < 3) throw new RangeError('An exponent needs at least three points');
  const powers = Array.from({ length: 300 }, (_, index) => (index + 1) / 100);
  const fits = powers.map((power) => /** @type {const} */ ([power, errorOf(points, power)]));
  const [power, error] = fits.reduce((best, fit) => (fit[1] < best[1] ? fit : best));
  return Number.isFinite(error) ? power : 0;
}

/**
 * The squares of the relative errors of the best curve of a power; infinite if that does not grow.
 * @param {readonly (readonly [size: number, cost: number])[]} points @param {number} power
 */
function errorOf(points, power) {
  const scaled = points.map(([size, cost]) => /** @type {const} */ ([1 / cost, size ** power / cost]));
  const sum = (/** @type {(one: readonly [number, number]) => number} */ of) =>
    scaled.reduce((total, one) => total + of(one), 0);
  const [aa, ab, bb] = [sum(([a]) => a * a), sum(([a, b]) => a * b), sum(([, b]) => b * b)];
  const [a1, b1] = [sum(([a]) => a), sum(([, b]) => b)];
  const free = (a1 * bb - b1 * ab) / (aa * bb - ab * ab);
  const [fixed, each] = free > 0 ? [free, (aa * b1 - ab * a1) / (aa * bb - ab * ab)] : [0, b1 / bb];
  return each > 1e-9 ? sum(([a, b]) => (fixed * a + each * b - 1) ** 2) : Infinity;
}
