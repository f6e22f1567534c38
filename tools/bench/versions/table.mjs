/** Formats the rows as a Markdown table, and computes the cost of each further version. */
import { markdownTable } from '@lading/run/markdown-table';

const right = /** @type {const} */ ('right');

/** The maximum cost of each further version, relative to the first: the target of growth. */
export const maximumGrowth = 0.6;

/** @param {readonly import('./measure-versions.mjs').Row[]} rows */
export function versionsTable(rows) {
  return markdownTable(
    [
      { title: 'Versions', align: right },
      { title: 'Added version' },
      { title: 'Changes', align: right },
      { title: 'CPU s', align: right },
      { title: 'Added CPU s', align: right },
      { title: 'Output bytes', align: right },
      { title: 'Added bytes', align: right },
      { title: 'Peak MB', align: right },
    ],
    rows.map(({ versions, added, changes, cpu, peak, bytes }, index) => {
      const before = rows[index - 1];
      return [
        String(versions),
        `v${added}`,
        before === undefined ? '' : String(changes),
        cpu.toFixed(2),
        before === undefined ? '' : (cpu - before.cpu).toFixed(2),
        bytes.toLocaleString('en-US'),
        before === undefined ? '' : (bytes - before.bytes).toLocaleString('en-US'),
        peak.toFixed(0),
      ];
    }),
  );
}

/**
 * Computes the cost of further versions. Growth is linear: a further version costs about the same for any number of
 * versions, and its output depends on its changes.
 *
 * @param {readonly import('./measure-versions.mjs').Row[]} rows at least two
 */
export function growthOf(rows) {
  const [first] = rows;
  if (first === undefined) throw new RangeError('Growth needs a first version');
  const steps = rows.slice(1).map((row, index) => {
    const before = rows[index] ?? first;
    return { changes: row.changes, cpu: row.cpu - before.cpu, bytes: row.bytes - before.bytes };
  });
  const { fixed, each } = line(steps.map(({ changes, bytes }) => [changes, bytes]));
  return {
    /** The mean and the maximum cost of the further versions, relative to the first version's time and size. */
    cpu: share(steps.map(({ cpu }) => cpu / first.cpu)),
    bytes: share(steps.map(({ bytes }) => bytes / first.bytes)),
    /** The bytes of each further version without changes, and of each change. */
    fixed,
    each,
  };
}

/** @param {readonly number[]} shares */
function share(shares) {
  return { mean: shares.reduce((sum, one) => sum + one, 0) / shares.length, most: Math.max(...shares) };
}

/** The line that fits the points best, by least squares. @param {readonly (readonly [number, number])[]} points */
function line(points) {
  const mean = (/** @type {0 | 1} */ of) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
  const each = spread === 0 ? 0 : points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0) / spread;
  return { fixed: y - each * x, each };
}
