/** Writes which rules decide the differences of pairs of versions. */
import { markdownTable, right } from '@lading/run/markdown-table';

/**
 * @typedef {{ readonly name: string, readonly direction: string, readonly rule: string, readonly derived: boolean, readonly places: readonly string[], readonly operations: readonly string[] }} Difference
 * @typedef {{ readonly name: string, readonly rules: string, readonly differences: readonly Difference[], readonly failures: readonly string[],
 *   readonly calls: number, readonly reached: number }} DecidedPair
 *   `reached`: differences that a checked message reached
 */

const byHook = ['convert', 'hook'];

/** @param {readonly DecidedPair[]} pairs @param {string} date */
export function decidedMarkdown(pairs, date) {
  const all = pairs.flatMap(({ differences }) => differences);
  const kinds = [...new Set(all.map(kindOf))].sort((one, other) => countOf(all, other) - countOf(all, one));
  const hooks = all.filter(({ rule }) => byHook.includes(rule)).length;
  const written = all.filter(({ derived }) => !derived).length;
  const row = (/** @type {string} */ title, /** @type {readonly DecidedPair[]} */ some) => {
    const differences = some.flatMap((pair) => pair.differences);
    const sum = (/** @type {(pair: DecidedPair) => number} */ of) => some.reduce((total, pair) => total + of(pair), 0);
    const figures = [sum(({ calls }) => calls), sum(({ reached }) => reached), sum(({ failures }) => failures.length)];
    return [title, differences.length, ...kinds.map((kind) => countOf(differences, kind)), ...figures];
  };
  const rows = [...pairs.map((pair) => row(`[${pair.name}](${pair.rules})`, [pair])), row('all', pairs)];
  const share = all.length === 0 ? 0 : (100 * hooks) / all.length;
  return [
    date,
    `Of ${all.length} differences, schemas decide ${all.length - written}, written rules ${written - hooks}, and conversion hooks ${hooks}: ${share.toFixed(1)} %.`,
    markdownTable(
      ['pair', ...right('differences', ...kinds, 'calls', 'differences that they reach', 'failures')],
      rows,
    ),
    '## What is written',
    ...pairs.map(writtenOf),
  ].join('\n\n');
}

/** Lists the differences that schemas do not decide, each with its rule. @param {DecidedPair} pair */
function writtenOf({ name, differences }) {
  const rows = differences
    .filter(({ derived }) => !derived)
    .map((each) => [placesText(each), each.direction, byHook.includes(each.rule) ? `**${each.rule}**` : each.rule]);
  return `### ${name}\n\n${markdownTable(['place', 'direction', 'rule'], rows)}`;
}

/** @param {Difference} difference */
function placesText({ places: [first = '', ...others], operations: [operation = '', ...more] }) {
  const place = `\`${first === '' ? operation : first}\`${others.length > 0 ? ` and ${others.length} more` : ''}`;
  return first === operation || more.length > 0 || others.length > 0 ? place : `${place} (${operation})`;
}

/** @param {Difference} difference */
function kindOf({ rule, derived }) {
  return derived ? `derived: ${rule}` : rule;
}

/** @param {readonly Difference[]} differences @param {string} kind */
function countOf(differences, kind) {
  return differences.filter((difference) => kindOf(difference) === kind).length;
}
