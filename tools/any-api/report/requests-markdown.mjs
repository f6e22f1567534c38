/** The report of a run in which independent servers validated the requests of generated clients. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { grouped } from '../sample/grouped.mjs';
import { commitsOf } from '../sample/run-checks.mjs';

/**
 * @typedef {import('../checks/judge-requests.mjs').JudgedRequests} JudgedRequests
 * @typedef {{ readonly id: string, readonly commit?: string } & ((JudgedRequests & { readonly failure?: undefined }) |
 *   { readonly failure: string, readonly operations?: undefined, readonly requests?: undefined, readonly findings?: undefined })} DocumentRequests
 */

/**
 * @param {{ readonly date: string, readonly seed: number, readonly documents: readonly DocumentRequests[],
 *   readonly kilobytes?: number }} run `kilobytes`: the size of the largest document that might be drawn
 * @returns {{ readonly text: string, readonly share: number }} the share of requests that Prism finds valid
 */
export function requestsMarkdown({ date, seed, documents, kilobytes = Infinity }) {
  const findings = documents.flatMap(({ id, findings: all = [] }) => all.map((finding) => ({ id, ...finding })));
  const judges = [...new Set(documents.flatMap(({ operations = {} }) => Object.keys(operations)))];
  const figures = judges.map((judge) => {
    const total = (/** @type {'operations' | 'requests'} */ key) =>
      documents.reduce((sum, each) => sum + (each[key]?.[judge] ?? 0), 0);
    const own = findings.filter((finding) => finding.judge === judge);
    const explained = own.filter(({ reason }) => reason !== undefined);
    return {
      judge,
      requests: { all: total('requests'), rejected: rejectedIn(own), explained: rejectedIn(explained) },
      operations: { all: total('operations'), rejected: own.length, explained: explained.length },
    };
  });
  const counted = figures.find(({ judge }) => judge === 'Prism')?.requests;
  const share = counted === undefined ? 1 : shareOf(counted.all - counted.rejected, counted.all);
  const failed = documents.filter(({ failure }) => failure !== undefined);
  const table = markdownTable(
    ['figure', ...right('result', '%')],
    [
      ...figures.flatMap(({ judge, requests, operations }) => [
        validRow(`Requests that ${judge} finds valid`, requests),
        explainedRow(judge, requests),
        validRow(`Operations all of whose requests ${judge} finds valid`, operations),
        explainedRow(judge, operations),
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
  const deviations = grouped(
    findings.filter(({ reason }) => reason !== undefined),
    ({ judge, reason }) => `${judge}: ${reason}`,
  );
  const ofSize = kilobytes === Infinity ? '' : ` of at most ${kilobytes} KB`;
  const text = [
    `${date}, seed ${seed}: ${documents.length} documents${ofSize}.${commitsOf(documents)}`,
    table,
    ...(deviations.size > 0
      ? [
          'Rejected for a known reason, requests (operations):',
          [...deviations].map(([reason, own]) => `- ${rejectedIn(own)} (${own.length}): ${reason}`).join('\n'),
        ]
      : []),
    ...(lines.length > 0 ? ['Failures:', lines.join('\n')] : []),
  ];
  return { text: text.join('\n\n'), share };
}

/** @typedef {{ readonly all: number, readonly rejected: number, readonly explained: number }} Figure */

/** @param {string} title @param {Figure} figure */
function validRow(title, { all, rejected }) {
  return [title, `${all - rejected} of ${all}`, (100 * shareOf(all - rejected, all)).toFixed(2)];
}

/** @param {string} judge @param {Figure} figure */
function explainedRow(judge, { explained }) {
  return [`further ones, which ${judge} rejects for a known reason`, String(explained), ''];
}

/** The number of rejected requests. @param {readonly { readonly rejected: number }[]} findings */
function rejectedIn(findings) {
  return findings.reduce((sum, { rejected }) => sum + rejected, 0);
}

/** @param {number} part @param {number} all */
function shareOf(part, all) {
  return all === 0 ? 1 : part / all;
}
