/** Has an independent server validate the requests of generated clients, on a sample of documents drawn by a printed seed. */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { limitedRun } from '../checks/limited-run.mjs';
import { foldersOf, generate, writeProject } from '../checks/workspace.mjs';
import { program } from '../places.mjs';
import { requestsMarkdown } from '../report/requests-markdown.mjs';
import { runChecks } from '../sample/run-checks.mjs';
import { sampleOf } from '../sample/sample.mjs';

/** @typedef {import('../report/requests-markdown.mjs').DocumentRequests} DocumentRequests */

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
    const [judged = []] = await runChecks([checks], {
      ...run,
      isClean: ({ findings }) => findings?.every((/** @type {any} */ { reason }) => reason !== undefined) === true,
      progress: ({ id, failure, findings }) => progress(`${id}: ${failure ?? `${findings?.length} findings`}`),
    });
    const date = new Date().toISOString().slice(0, 10);
    const { text, share } = requestsMarkdown({ date, seed, documents: judged, kilobytes });
    return { text, failed: share < 0.99 };
  },
};

/** @param {import('../sample/catalog.mjs').Document} document @param {number} seed @returns {Promise<DocumentRequests>} */
function judgeDocument({ id, path }, seed) {
  return inFolder(async (work) => {
    const generated = await generate([path], work, ['--clients']);
    if (generated.failure !== undefined) return { id, failure: generated.failure };
    writeProject(work);
    const file = join(work, 'requests.json');
    const folders = foldersOf(work, 'client-', 'contract-');
    const run = await limitedRun([program('judge-requests.mjs'), work, ...folders, path, file, String(seed)]);
    // Prism may take longer than the limit for generated code.
    return existsSync(file)
      ? { id, ...JSON.parse(readFileSync(file, 'utf8')) }
      : { id, failure: run.failure ?? 'no result' };
  });
}
