/** The report of a run: the figures as a table, and every failure with its first error. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { ofCorpus } from '../places.mjs';
import { mirroredOf, mirrorSection } from './mirror-section.mjs';
import { commitsOf } from '../sample/run-checks.mjs';

/**
 * @typedef {import('../checks/check-document.mjs').DocumentResult} DocumentResult
 * @typedef {import('../checks/check-pair.mjs').PairResult} PairResult
 * @typedef {{ readonly date: string, readonly seed: number, readonly documents: readonly DocumentResult[],
 *   readonly pairs: readonly PairResult[] }} Result
 */

/** @param {Result} result @returns {string} */
export function reportMarkdown({ date, seed, documents, pairs }) {
  const valid = documents.filter(({ failures }) => failures.valid === undefined);
  const mocked = valid.flatMap(({ id, mocks }) =>
    mocks === undefined ? [] : [{ id: `mocks of ${id}`, mirror: mocks }],
  );
  const rows = [
    row('Documents that the independent checker finds valid', valid.length, documents.length),
    row('Valid documents generated', count(valid, 'generated'), valid.length),
    row('Generated documents compiled, of valid ones', count(valid, 'compiled'), count(valid, 'generated')),
    row('Servers that start, of valid ones', count(valid, 'starts'), valid.length),
    row('Operations whose calls arrive and return equal', ...mirroredOf(valid)),
    row(
      'Operations whose mocks answer their client and tool, with what ajv and validators accept',
      ...mirroredOf(mocked),
    ),
    row(
      'Pairs: a derived overlay gives the other document, in all implementations',
      count(pairs, 'derived'),
      pairs.length,
    ),
    row('Pairs generated', count(pairs, 'generated'), pairs.length),
    row('Pairs compiled', count(pairs, 'compiled'), pairs.length),
    row('Pairs: operations of older clients that newer servers serve, converted as declared', ...mirroredOf(pairs)),
    ['of these converted', String(sumOf(pairs, 'converted')), ''],
    ['further ones that need a conversion hook', String(sumOf(pairs, 'undecided')), ''],
    peak('Longest `generate` of a document, CPU s', documents, 'seconds'),
    peak('Most memory of `generate`, MB', documents, 'megabytes'),
  ];
  const table = markdownTable(['figure', ...right('result', '%')], rows);
  const failures = [...documents, ...pairs].flatMap(failuresOf);
  return [
    `${date}, seed ${seed}: ${documents.length} documents, ${pairs.length} pairs.${commitsOf([...documents, ...pairs])}`,
    table,
    ...failuresSection(failures),
    ...mirrorSection([...valid, ...mocked, ...pairs]),
  ].join('\n\n');
}

/** @param {readonly { readonly reached: readonly string[] }[]} results @param {string} step */
function count(results, step) {
  return results.filter(({ reached }) => reached.includes(step)).length;
}

/** @param {readonly PairResult[]} pairs @param {'converted' | 'undecided'} figure */
function sumOf(pairs, figure) {
  return pairs.reduce((sum, { mirror }) => sum + mirror[figure], 0);
}

/** @param {string} figure @param {number} reached @param {number} all */
function row(figure, reached, all) {
  // Rounded down: 100.0 means all.
  return [figure, `${reached} of ${all}`, all === 0 ? '–' : (Math.floor((1000 * reached) / all) / 10).toFixed(1)];
}

/** @param {string} figure @param {readonly DocumentResult[]} documents @param {'seconds' | 'megabytes'} unit */
function peak(figure, documents, unit) {
  const most = Math.max(0, ...documents.map((each) => each[unit]));
  // Programs in one process after the other do not know what one of them takes: only its limit holds.
  return [figure, most === 0 ? 'not measured' : most.toFixed(1), ''];
}

/** Lines for one result: the steps that failed, with the first error. @param {DocumentResult | PairResult} result */
export function failuresOf({ id, failures }) {
  return Object.entries(failures).map(([step, error]) => {
    return `- \`${id}\`: ${wording[step] ?? step}: ${error.replaceAll(`${ofCorpus('')}/`, '')}`;
  });
}

/** One or more lines about a result, for the progress of a run. @param {DocumentResult | PairResult} result */
export function progressOf(result) {
  const { operations, mirrored, failures } = result.mirror;
  const [first] = failures;
  const calls = `${mirrored} of ${operations} mirrored${first === undefined ? '' : `, ${first.operation}: ${first.reason}`}`;
  return [...failuresOf(result), `- \`${result.id}\`: ${calls}`].join('\n');
}

/** @param {readonly string[]} failures */
function failuresSection(failures) {
  return failures.length === 0 ? [] : ['Failures:', failures.join('\n')];
}

/** @type {Readonly<Record<string, string>>} */
const wording = {
  valid: 'not valid',
  generated: 'not generated',
  compiled: 'not compiled',
  starts: 'the server does not start',
  derived: 'the overlay fails',
};
