/** Has an independent server validate the requests of generated clients, on a sample of documents drawn by a printed seed. */
import { randomInt } from 'node:crypto';
import { inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { runChecks, sampleHeading } from '../documents/run-checks.mjs';
import { grouped } from '../documents/draw.mjs';
import { sampleOf } from '../documents/sample.mjs';
import { inProcess } from '../processes/in-process.mjs';
import { generate } from '../workspace/generated.mjs';
import { writeProject } from '../workspace/workspace.mjs';

/**
 * @typedef {{ id: string, commit?: string, failure?: string, operations?: number, requests?: number,
 *   findings?: readonly import('../checks/requests.mjs').Finding[] }} DocumentRequests
 */

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Calls every operation of the sampled documents with the generated client. Prism, an independent server that knows each API from its
document, validates the requests. The exit code is 1 if it finds less than 99 % of them valid; those that it rejects for a
known reason are not valid.`,
  options: {
    sample: ['N', 'the number of documents', 20],
    seed: ['N', 'draw the sample of an earlier run; each run prints its seed'],
    kilobytes: ['N', 'draw only documents of at most N KB'],
    only: ['TEXT', 'documents with TEXT in their path, instead of a random sample'],
    minutes: ['N', 'begin no further document after N minutes; 0 only reports --results'],
    results: ['FILE', 'store each result as a line of FILE. What FILE has already is not judged again'],
    again: ['', 'with --results: judge again what has unexplained findings'],
  },
  page: new URL('../judges/README.md', import.meta.url),
  marker: 'result',
  async run({ sample, seed = randomInt(2 ** 31), kilobytes, only, ...run }, { progress }) {
    installOrSkip('documents', 'validators');
    const { documents } = sampleOf({ seed, documents: sample, pairs: 0, only, kilobytes });
    progress(`seed ${seed}: ${documents.length} documents`);
    const checks = documents.map((document) => ({ id: document.id, check: () => judgeDocument(document, seed) }));
    const [judged] = await runChecks([checks], {
      ...run,
      isClean: ({ findings }) => findings?.every(({ reason }) => reason !== undefined) === true,
      progress: ({ id, failure, findings }) => progress(`${id}: ${failure ?? `${findings?.length} findings`}`),
    });
    const { text, share } = requestsMarkdown(seed, judged, kilobytes);
    return { text, failed: share < 0.99 };
  },
};

/** @param {import('../documents/sample.mjs').Document} document @param {number} seed @returns {Promise<DocumentRequests>} */
function judgeDocument({ id, path }, seed) {
  return inFolder(async (work) => {
    const generated = await generate(work, [path], { emitters: ['client'] });
    if (generated.failure !== undefined) return { id, failure: generated.failure };
    writeProject(work);
    // Prism may take longer than the limit for generated code.
    const { value, failure } = await inProcess('checks/requests.mjs', [work, path, seed]);
    return { id, ...(value ?? { failure }) };
  });
}

/**
 * @param {number} seed @param {readonly DocumentRequests[]} documents @param {number} [kilobytes] the size of the largest document that might
 *   be drawn
 * @returns {{ text: string, share: number }} the share of requests that Prism finds valid
 */
export function requestsMarkdown(seed, documents, kilobytes) {
  const findings = documents.flatMap(({ id, findings: all = [] }) => all.map((finding) => ({ id, ...finding })));
  const explained = findings.filter(({ reason }) => reason !== undefined);
  const total = (key) => documents.reduce((sum, each) => sum + (each[key] ?? 0), 0);
  const rejectedIn = (some) => some.reduce((sum, { rejected }) => sum + rejected, 0);
  const [requests, operations] = [total('requests'), total('operations')];
  const shareOf = (rejected, all) => (all === 0 ? 1 : (all - rejected) / all);
  const row = (title, all, rejected) => {
    return [title, `${all - rejected} of ${all}`, (100 * shareOf(rejected, all)).toFixed(2)];
  };
  const failed = documents.filter(({ failure }) => failure !== undefined);
  const further = 'further ones, which Prism rejects for a known reason';
  const table = markdownTable(
    ['figure', ...right('result', '%')],
    [
      row('Requests that Prism finds valid', requests, rejectedIn(findings)),
      [further, rejectedIn(explained), ''],
      row('Operations all of whose requests Prism finds valid', operations, findings.length),
      [further, explained.length, ''],
      ['Documents that could not be judged', failed.length, ''],
    ],
  );
  const deviations = [...grouped(explained, ({ reason }) => reason)].map(
    ([reason, own]) => `- ${rejectedIn(own)} (${own.length}): ${reason}`,
  );
  const unexplained = findings.filter(({ reason }) => reason === undefined);
  const lines = [
    ...failed.map(({ id, failure }) => `- \`${id}\`: ${failure}`),
    ...unexplained.map(
      ({ id, operation, problem }) => `- \`${id}\`, ${operation}: \`${problem.replaceAll('`', "'").slice(0, 240)}\``,
    ),
  ];
  const ofSize = kilobytes === undefined ? '' : ` of at most ${kilobytes} KB`;
  const text = [
    sampleHeading(seed, documents, `${documents.length} documents${ofSize}`),
    table,
    ...(deviations.length > 0 ? ['Rejected for a known reason, requests (operations):', deviations.join('\n')] : []),
    ...(lines.length > 0 ? ['Failures:', lines.join('\n')] : []),
  ];
  return { text: text.join('\n\n'), share: shareOf(rejectedIn(findings), requests) };
}
