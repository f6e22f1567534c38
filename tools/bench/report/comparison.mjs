/** Comparisons of subjects: one table with a row for each measurement, a column for each subject, and the figures that have a target. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { readme } from '../places.mjs';
import { brief, machine, targetsMet } from './figures.mjs';

/**
 * @typedef {{ value: number, least?: number, most?: number }} Target
 * @typedef {{ what: string, unit: string, figures: Readonly<Record<string, number | undefined>>, targets?: Readonly<Record<string, Target>>, note?: string }} Row
 *   `figures`: by the names of subjects; `targets`: by what their value is
 */

/** @param {readonly Row[]} rows @param {Readonly<Record<string, string>>} titles of the subjects by their names */
export function comparisonTable(rows, titles) {
  const columns = ['Measurement', 'Unit', ...right(...Object.values(titles)), 'Compared'];
  const cells = rows.map(({ what, unit, figures, targets = {}, note }) => [
    what,
    unit,
    ...Object.keys(titles).map((name) => brief(figures[name])),
    [...Object.entries(targets).map(targetText), ...(note === undefined ? [] : [note])].join('; '),
  ]);
  return markdownTable(columns, cells);
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
 * @param {{ about: string, options: any, marker: string, titles: Readonly<Record<string, string>>, missing?: () => string | undefined,
 *   measure: (values: any, progress: (text: string) => void) => Promise<{ rows: readonly Row[], head: string }> }} suite
 *   `missing`: what a measurement needs and this machine lacks; `head`: what the figures are of
 * @returns {import('@lading/run/commands').Command}
 */
export function comparison({ about, options, marker, titles, missing, measure }) {
  return {
    about,
    options,
    page: readme,
    marker,
    async run(values, { load, progress }) {
      const reason = missing?.();
      if (reason !== undefined) return { text: `SKIPPED: ${reason}`, failed: true, isIncomplete: true };
      const { rows, head } = await measure(values, progress);
      const missed = missedIn(rows);
      const text = [machine(load, head), comparisonTable(rows, titles), targetsMet(missed)].join('\n\n');
      return { text, json: { rows, missed } };
    },
  };
}
