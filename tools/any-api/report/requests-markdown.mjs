/** The report of a run in which independent servers validated the requests of generated clients. */
import { markdownTable } from '@lading/run/markdown-table';
import { commitsOf } from './stored-results.mjs';

/**
 * @typedef {import('../checks/judge-requests.mjs').JudgedRequests} JudgedRequests
 * @typedef {{ readonly id: string, readonly commit?: string } & ((JudgedRequests & { readonly failure?: undefined }) |
 *   { readonly failure: string, readonly operations?: undefined, readonly findings?: undefined })} DocumentRequests
 */

/**
 * @param {{ readonly date: string, readonly seed: number, readonly documents: readonly DocumentRequests[],
 *   readonly kilobytes?: number }} run `kilobytes`: the size of the largest document that might be drawn
 * @returns {{ readonly text: string, readonly share: number }} the least share of valid requests: known deviations count as valid
 */
export function requestsMarkdown({ date, seed, documents, kilobytes = Infinity }) {
  const findings = documents.flatMap(({ id, findings: all = [] }) => all.map((finding) => ({ id, ...finding })));
  const judges = [...new Set(documents.flatMap(({ operations = {} }) => Object.keys(operations)))];
  const figures = judges.map((judge) => {
    const operations = documents.reduce((sum, each) => sum + (each.operations?.[judge] ?? 0), 0);
    const own = findings.filter((finding) => finding.judge === judge);
    const unknown = own.filter(({ reason }) => reason === undefined).length;
    return { judge, operations, valid: operations - own.length, deviating: own.length - unknown };
  });
  const share = Math.min(1, ...figures.map((each) => shareOf(each.valid + each.deviating, each.operations)));
  const failed = documents.filter(({ failure }) => failure !== undefined);
  const table = markdownTable(
    [{ title: 'figure' }, { title: 'result', align: 'right' }, { title: '%', align: 'right' }],
    [
      ...figures.flatMap(({ judge, operations, valid, deviating }) => [
        [
          `Operations whose requests ${judge} finds valid`,
          `${valid} of ${operations}`,
          (100 * shareOf(valid, operations)).toFixed(1),
        ],
        [`further ones, which ${judge} rejects for a known reason`, String(deviating), ''],
      ]),
      ['Documents that could not be judged', String(failed.length), ''],
    ],
  );
  const lines = [
    ...failed.map(({ id, failure }) => `- \`${id}\`: ${failure}`),
    ...findings
      .filter(({ reason }) => reason === undefined)
      .map(
        ({ id, judge, operation, problem }) =>
          `- \`${id}\`, ${operation}, ${judge}: \`${problem.replaceAll('`', "'").slice(0, 240)}\``,
      ),
  ];
  const reasons = findings.flatMap(({ judge, reason }) => (reason === undefined ? [] : [`${judge}: ${reason}`]));
  const deviations = [...new Set(reasons)].map((reason) => ({
    reason,
    count: reasons.filter((each) => each === reason).length,
  }));
  const ofSize = kilobytes === Infinity ? '' : ` of at most ${kilobytes} KB`;
  const text = [
    `${date}, seed ${seed}: ${documents.length} documents${ofSize}.${commitsOf(documents)}`,
    table,
    ...(deviations.length > 0
      ? ['Rejected for a known reason:', deviations.map(({ reason, count }) => `- ${count}: ${reason}`).join('\n')]
      : []),
    ...(lines.length > 0 ? ['Failures:', lines.join('\n')] : []),
  ];
  return { text: text.join('\n\n'), share };
}

/** @param {number} part @param {number} all */
function shareOf(part, all) {
  return all === 0 ? 1 : part / all;
}
