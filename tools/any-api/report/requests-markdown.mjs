/** The report of a run in which an independent server validated the requests of generated clients. */
import { markdownTable } from '@lading/run/markdown-table';

/**
 * @typedef {{ readonly id: string } & (import('../checks/judge-requests.mjs').JudgedRequests & { readonly failure?: undefined } |
 *   { readonly failure: string, readonly operations?: undefined, readonly valid?: undefined, readonly findings?: undefined })} DocumentRequests
 */

/**
 * @param {{ readonly date: string, readonly seed: number, readonly documents: readonly DocumentRequests[] }} run
 * @returns {{ readonly text: string, readonly share: number }} `share` of valid requests
 */
export function requestsMarkdown({ date, seed, documents }) {
  const sum = (/** @type {(each: DocumentRequests) => number} */ of) =>
    documents.reduce((all, each) => all + of(each), 0);
  const operations = sum((each) => each.operations ?? 0);
  const valid = sum((each) => each.valid ?? 0);
  const findings = documents.flatMap(({ id, findings: all = [] }) => all.map((finding) => ({ id, ...finding })));
  const deviating = findings.filter(({ reason }) => reason !== undefined);
  const share = operations === 0 ? 1 : valid / operations;
  const table = markdownTable(
    [{ title: 'figure' }, { title: 'result', align: 'right' }, { title: '%', align: 'right' }],
    [
      [
        'Requests that Prism finds valid, with its known deviations',
        `${valid} of ${operations}`,
        (100 * share).toFixed(1),
      ],
      ['of these with a known deviation', String(deviating.length), ''],
      [
        'Documents that could not be judged',
        String(documents.filter(({ failure }) => failure !== undefined).length),
        '',
      ],
    ],
  );
  const lines = [
    ...documents.flatMap(({ id, failure }) => (failure === undefined ? [] : [`- \`${id}\`: ${failure}`])),
    ...findings
      .filter(({ reason }) => reason === undefined)
      .map(
        ({ id, operation, problem }) => `- \`${id}\`, ${operation}: \`${problem.replaceAll('`', "'").slice(0, 240)}\``,
      ),
  ];
  const text = [
    `${date}, seed ${seed}: ${documents.length} documents.`,
    table,
    ...(lines.length > 0 ? ['Failures:', lines.join('\n')] : []),
  ];
  return { text: text.join('\n\n'), share };
}
