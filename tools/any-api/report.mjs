/** The report of a sample: the figures as a table, and every failure with its first error. */
import { heading } from '@lading/run/commands';
import { markdownTable, right } from '@lading/run/markdown-table';
import { grouped } from './documents/draw.mjs';
import { ofCorpus } from './places.mjs';

/** @typedef {import('./checks/document.mjs').Result} Result */

/** @param {{ seed: number, documents: readonly Result[], pairs: readonly Result[] }} run @returns {string} */
export function reportMarkdown({ seed, documents, pairs }) {
  const valid = documents.filter(({ failures }) => failures['valid'] === undefined);
  const mocked = valid.flatMap(({ id, mocks }) =>
    mocks === undefined ? [] : [{ id: `mocks of ${id}`, mirror: mocks }],
  );
  const count = (results, step) => results.filter(({ reached }) => reached.includes(step)).length;
  const sum = (results, figure) => results.reduce((all, { mirror }) => all + (mirror[figure] ?? 0), 0);
  // Rounded down: 100.0 means all.
  const percent = (part, all) => (all === 0 ? '–' : (Math.floor((1000 * part) / all) / 10).toFixed(1));
  const row = (title, part, all) => [title, `${part} of ${all}`, percent(part, all)];
  const counted = (title, results, step, of = '') =>
    row(title, count(results, step), of === '' ? results.length : count(results, of));
  const mirrored = (title, results) => row(title, sum(results, 'mirrored'), sum(results, 'operations'));
  const rows = [
    counted('Documents that the independent checker finds valid', documents, 'valid'),
    counted('Valid documents generated', valid, 'generated'),
    counted('Generated documents compiled, of valid ones', valid, 'compiled', 'generated'),
    counted('Servers that start, of valid ones', valid, 'starts'),
    counted('References whose links reach everything', valid, 'documented', 'generated'),
    mirrored('Operations whose calls arrive and return equal', valid),
    mirrored('Operations whose mocks answer their client and tool, with what ajv and validators accept', mocked),
    counted('Pairs: a derived overlay gives the other document, in all implementations', pairs, 'derived'),
    counted('Pairs generated', pairs, 'generated'),
    counted('Pairs compiled', pairs, 'compiled'),
    mirrored('Pairs: operations of older clients that newer servers serve, with what both documents accept', pairs),
    ['of these converted', sum(pairs, 'converted'), ''],
    ['of these with a conversion hook, which does something at random', sum(pairs, 'hooked'), ''],
  ];
  return [
    heading(`seed ${seed}: ${documents.length} documents, ${pairs.length} pairs`),
    markdownTable(['figure', ...right('result', '%')], rows),
    ...failureSections([...documents, ...pairs], 'Operations that are not mirrored', [...valid, ...mocked, ...pairs]),
  ].join('\n\n');
}

/**
 * The steps that failed, and what was missed, by reason, with the first places.
 * @param {readonly Pick<Result, 'id' | 'failures'>[]} results @param {string} title @param {readonly Pick<Result, 'id' | 'mirror'>[]} called
 */
export function failureSections(results, title, called) {
  const sections = {
    'Failures:': results.flatMap(failuresOf),
    [`${title}, by reason, with the first places:`]: missedLines(called),
  };
  return Object.entries(sections).flatMap(([each, lines]) => (lines.length === 0 ? [] : [each, lines.join('\n')]));
}

/** @param {readonly Pick<Result, 'id' | 'mirror'>[]} results */
function missedLines(results) {
  const failures = results.flatMap(({ id, mirror }) => mirror.failures.map((failure) => ({ id, ...failure })));
  const byReason = [...grouped(failures, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  return byReason.flatMap(([reason, all]) => [
    `- ${reason}: ${all.length}`,
    ...all.slice(0, 5).map(({ id, operation, detail }) => {
      const text = detail.replaceAll(/\s+/g, ' ').replaceAll('`', "'").slice(0, 200);
      return `  - \`${id}\` ${operation}: \`${text}\``;
    }),
  ]);
}

/**
 * The mean percentage of mirrored operations of the documents that were generated: each counts as much as another, however many
 * operations it has, so that none decides a run. Documents that were not generated are failures of their own.
 * @param {readonly Pick<Result, 'mirror' | 'reached'>[]} documents
 */
export function meanMirrored(documents) {
  const called = documents.filter(({ reached, mirror }) => reached.includes('generated') && mirror.operations > 0);
  const sum = called.reduce((all, { mirror }) => all + (100 * mirror.mirrored) / mirror.operations, 0);
  return called.length === 0 ? 100 : sum / called.length;
}

const wording = {
  valid: 'not valid',
  generated: 'not generated',
  compiled: 'not compiled',
  starts: 'the server does not start',
  documented: 'the reference lacks something',
  derived: 'the overlay fails',
  executed: 'no sample is executed',
};

/** Lines for one result: the steps that failed, with the first error. @param {Pick<Result, 'id' | 'failures'>} result */
function failuresOf({ id, failures }) {
  return Object.entries(failures).map(
    ([step, error]) => `- \`${id}\`: ${wording[step]}: ${error.replaceAll(`${ofCorpus('')}/`, '')}`,
  );
}

/** One or more lines about a result, for the progress of a run. @param {Pick<Result, 'id' | 'failures' | 'mirror'>} result */
export function progressOf(result, done = 'mirrored') {
  const { operations, mirrored, failures } = result.mirror;
  const [first] = failures;
  const calls = `${mirrored} of ${operations} ${done}${first === undefined ? '' : `, ${first.operation}: ${first.reason}`}`;
  return [...failuresOf(result), `- \`${result.id}\`: ${calls}`].join('\n');
}
