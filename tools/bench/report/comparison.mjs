/** Comparisons of subjects: one table with a row for each measurement, a column for each subject, and the figures that have a target. */
import { cpus } from 'node:os';
import { markdownTable, right } from '@lading/run/markdown-table';
import { median } from 'simple-statistics';
import { interleaved, paired } from '../measure/rounds.mjs';
import { readme } from '../places.mjs';

/**
 * @typedef {{ value: number, least?: number, most?: number }} Target
 * @typedef {{ what: string, unit: string, figures: Readonly<Record<string, number | undefined>>, targets?: Readonly<Record<string, Target>>, note?: string }} Row
 *   `figures`: by the names of subjects; `targets`: by what their value is
 * @typedef {readonly [of: string, one: string, other: string, limits?: { least?: number, most?: number }, ratio?: (one: number, other: number) => number]} Ratio
 *   of two subjects, by default the quotient
 */

/**
 * Measures subjects in turns. Returns a row for each figure, with the medians of the rounds, and of their ratios.
 * @param {string} what @param {readonly string[]} names @param {number} rounds @param {(name: string) => Promise<any>} measure
 * @param {readonly { what?: string, unit: string, of?: string, columns?: Readonly<Record<string, string>>, ratios?: readonly Ratio[] }[]} figures
 *   `of`: the property of what is measured, if it is no number; `columns`: the measured names by those of subjects, if they differ
 * @returns {Promise<Row[]>}
 */
export async function comparedRows(what, names, rounds, measure, figures) {
  const runs = await interleaved(names, rounds, measure);
  const equal = Object.fromEntries(names.map((name) => [name, name]));
  return figures.map(({ of, columns = equal, ratios = [], ...row }) => {
    const series = (name) => (runs[columns[name] ?? name] ?? []).map((run) => (of === undefined ? run : run[of]));
    const medians = Object.keys(columns).map((name) => [name, median(series(name))]);
    const targets = ratios.map(([title, one, other, limits, ratio]) => [
      title,
      { value: paired(series(one), series(other), ratio), ...limits },
    ]);
    return { what, ...row, figures: Object.fromEntries(medians), targets: Object.fromEntries(targets) };
  });
}

/** Targets that have a maximum, by what their value is. @param {Readonly<Record<string, readonly (number | undefined)[]>>} all @returns {Record<string, Target>} */
export const limits = (all) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([of, [value, most]]) =>
      value === undefined || most === undefined ? [] : [[of, { value, most }]],
    ),
  );

/** A figure that is compared with its maximum alone. @param {string} title @param {string} name @param {number} most @returns {Ratio} */
export const atMost = (title, name, most) => [title, name, name, { most }, (one) => one];

/**
 * Sends a request to several subjects in turns. Returns the rows of the requests per second and of the processor time.
 * @param {string} what @param {Readonly<Record<string, import('../measure/processes.mjs').Subject>>} started with the process `load`
 * @param {Readonly<Record<string, { subject: string, socket: string, bytes: string, status: number }>>} requests
 * @param {{ rounds: number, seconds: number }} settings @param {{ rates: readonly Ratio[], times: readonly Ratio[] }} ratios
 */
export function loadedRows(what, started, requests, { rounds, seconds }, { rates, times }) {
  const measure = async (name) => {
    const { subject, ...request } = requests[name];
    const { cpu: before } = await started[subject].usage();
    const { completed, seconds: took } = await started['load'].ask('send', { ...request, connections: 16, seconds });
    return { perSecond: completed / took, cpu: ((await started[subject].usage()).cpu - before) / completed };
  };
  return comparedRows(what, Object.keys(requests), rounds, measure, [
    { unit: 'requests/s', of: 'perSecond', ratios: rates },
    { unit: 'CPU µs per request', of: 'cpu', ratios: times },
  ]);
}

/** A row of one subject alone, with the maximum of its figure. @param {string} what @param {string} unit @param {number} value @param {number} [most] @param {string} [subject] @returns {Row} */
export const alone = (what, unit, value, most, subject = 'lading') => ({
  what,
  unit,
  figures: { [subject]: value },
  targets: limits({ Lading: [value, most] }),
});

/** The head of a table. @param {number} load of the machine at the start @param {string} rest */
export const machine = (load, rest) =>
  `${new Date().toISOString().slice(0, 10)}. ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the start, Node ${process.versions.node}; ${rest}.`;

/** A figure of any size, with as many digits as it needs. @param {number | undefined} value */
function brief(value) {
  if (value === undefined || Number.isNaN(value)) return '';
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value < 10 ? 2 : 1);
}

/** A table without a column that is empty. @param {readonly Row[]} rows @param {Readonly<Record<string, string>>} titles of the subjects by their names */
export function comparisonTable(rows, titles) {
  const columns = ['Measurement', 'Unit', ...right(...Object.values(titles)), 'Compared'];
  const cells = rows.map(({ what, unit, figures, targets = {}, note }) => [
    what,
    unit,
    ...Object.keys(titles).map((name) => brief(figures[name])),
    [...Object.entries(targets).map(targetText), ...(note === undefined ? [] : [note])].join('; '),
  ]);
  const isShown = (_, column) => cells.some((row) => row[column] !== '');
  return markdownTable(
    columns.filter(isShown),
    cells.map((row) => row.filter(isShown)),
  );
}

/** @param {[of: string, target: Target]} entry */
function targetText([of, target]) {
  const { value, least, most } = target;
  const limit = [...(least === undefined ? [] : [`≥ ${least}`]), ...(most === undefined ? [] : [`≤ ${most}`])].join(
    ', ',
  );
  return `${of} ${brief(value)}${limit === '' ? '' : ` (${isMet(target) ? '' : 'MISSES '}${limit})`}`;
}

/** @param {Target} target */
function isMet({ value, least = -Infinity, most = Infinity }) {
  return value >= least && value <= most;
}

/** The names of the figures that miss their target. @param {readonly Row[]} rows */
export function missedIn(rows) {
  return rows.flatMap(({ what, targets = {} }) =>
    Object.entries(targets)
      .filter(([, target]) => !isMet(target))
      .map(([of]) => `${what}: ${of}`),
  );
}

/**
 * A command that compares subjects.
 * @param {{ about: string, options: any, marker: string, titles?: Readonly<Record<string, string>>, missing?: () => string | undefined,
 *   measure: (values: any, progress: (text: string) => void) => Promise<{ rows?: readonly Row[], tables?: Tables, head: string, failed?: readonly string[] }> }} suite
 *   `missing`: what a measurement needs and this machine lacks; `head`: what the figures are of; `tables`: several instead of `rows`, by their
 *   headings; `failed`: what could not be measured
 * @typedef {Readonly<Record<string, { rows: readonly Row[], titles: Readonly<Record<string, string>> }>>} Tables
 * @returns {import('@lading/run/commands').Command}
 */
export function comparison({ about, options, marker, titles = {}, missing, measure }) {
  return {
    about,
    options,
    page: readme,
    marker,
    async run(values, { load, progress }) {
      const reason = missing?.();
      if (reason !== undefined) return { text: `SKIPPED: ${reason}`, failed: true, isIncomplete: true };
      const { rows = [], tables = { '': { rows, titles } }, head, failed = [] } = await measure(values, progress);
      const missed = missedIn(Object.values(tables).flatMap((table) => table.rows));
      const text = [
        machine(load, head),
        ...Object.entries(tables).flatMap(([title, table]) => [
          ...(title === '' ? [] : [`### ${title}`]),
          comparisonTable(table.rows, table.titles),
        ]),
        missed.length === 0 ? 'Every target is met.' : `Missed targets: ${missed.join('; ')}.`,
        ...(failed.length === 0 ? [] : ['### Failed', failed.map((line) => `- ${line}`).join('\n')]),
      ].join('\n\n');
      const isFailed = failed.length > 0;
      return {
        text,
        json: { tables, missed, failed },
        failed: isFailed,
        isIncomplete: isFailed || Boolean(values.only),
      };
    },
  };
}
