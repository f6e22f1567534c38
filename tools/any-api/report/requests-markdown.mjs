/** The report of a run in which Prism validated the requests of generated clients. */
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
  const explained = findings.filter(({ reason }) => reason !== undefined);
  const total = (/** @type {'operations' | 'requests'} */ key) =>
    documents.reduce((sum, each) => sum + (each[key] ?? 0), 0);
  const [requests, operations] = [total('requests'), total('operations')];
  const share = shareOf(requests - rejectedIn(findings), requests);
  const failed = documents.filter(({ failure }) => failure !== undefined);
  const row = (/** @type {string} */ title, /** @type {number} */ all, /** @type {number} */ rejected) => [
    ...[title, `${all - rejected} of ${all}`, (100 * shareOf(all - rejected, all)).toFixed(2)],
  ];
  const further = 'further ones, which Prism rejects for a known reason';
  const table = markdownTable(
    ['figure', ...right('result', '%')],
    [
      row('Requests that Prism finds valid', requests, rejectedIn(findings)),
      [further, String(rejectedIn(explained)), ''],
      row('Operations all of whose requests Prism finds valid', operations, findings.length),
      [further, String(explained.length), ''],
      ['Documents that could not be judged', String(failed.length), ''],
    ],
  );
  const lines = [
    ...failed.map(({ id, failure }) => `- \`${id}\`: ${failure}`),
    ...findings
      .filter(({ reason }) => reason === undefined)
      .map(
        ({ id, operation, problem }) => `- \`${id}\`, ${operation}: \`${problem.replaceAll('`', "'").slice(0, 240)}\``,
      ),
  ];
  const deviations = [...grouped(explained, ({ reason }) => String(reason))];
  const ofSize = kilobytes === Infinity ? '' : ` of at most ${kilobytes} KB`;
  const text = [
    `${date}, seed ${seed}: ${documents.length} documents${ofSize}.${commitsOf(documents)}`,
    table,
    ...(deviations.length > 0
      ? [
          'Rejected for a known reason, requests (operations):',
          deviations.map(([reason, own]) => `- ${rejectedIn(own)} (${own.length}): ${reason}`).join('\n'),
        ]
      : []),
    ...(lines.length > 0 ? ['Failures:', lines.join('\n')] : []),
  ];
  return { text: text.join('\n\n'), share };
}

/** The number of rejected requests. @param {readonly { readonly rejected: number }[]} findings */
function rejectedIn(findings) {
  return findings.reduce((sum, { rejected }) => sum + rejected, 0);
}

/** @param {number} part @param {number} all */
function shareOf(part, all) {
  return all === 0 ? 1 : part / all;
}
