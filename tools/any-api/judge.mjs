/** Has an independent server validate the requests of generated clients, on a sample of documents drawn by a printed seed. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { limitedRun } from './checks/limited-run.mjs';
import { packagesIn, writeProject } from './checks/workspace.mjs';
import { lading, program } from './places.mjs';
import { requestsMarkdown } from './report/requests-markdown.mjs';
import { currentCommit, storedResults, storeResult } from './report/stored-results.mjs';
import { sampleOf } from './sample/sample.mjs';

const usage = `Usage: node tools/any-api/judge.mjs [options]

Calls every operation of the sampled documents with the generated client. Independent servers, which know each API from its
document, validate the requests. The exit code is 1 if Prism finds less than 99 % of them valid; those that it rejects for a
known reason are not valid.

  --sample N       the number of documents (default 20)
  --seed N         draw the sample of an earlier run; each run prints its seed
  --kilobytes N    draw only documents of at most N KB
  --only TEXT      documents with TEXT in their path, instead of a random sample
  --minutes N      begin no further document after N minutes; 0 only reports --results
  --results FILE   store each result as a line of FILE. What FILE has already is reported, and not judged again
  --again          with --results: judge again what has unexplained findings
  --write          write the result into judges/README.md
  -h, --help       print this text
`;
const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    kilobytes: { type: 'string', default: 'Infinity' },
    only: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    results: { type: 'string' },
    again: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
installOrSkip('documents', 'validators');
const seed = Number(values.seed);
const kilobytes = Number(values.kilobytes);
const { documents } = sampleOf({ seed, documents: Number(values.sample), pairs: 0, only: values.only, kilobytes });
process.stderr.write(`seed ${seed}: ${documents.length} documents\n`);
const commit = currentCommit();
/** @type {Map<string, DocumentRequests>} */
const stored = storedResults(values.results);
const deadline = Date.now() + 60_000 * Number(values.minutes);
/** @type {DocumentRequests[]} */
const judged = [];
for (const document of documents) {
  const earlier = stored.get(document.id);
  const isWanted = earlier === undefined || (values.again && hasUnknown(earlier));
  if (!isWanted || Date.now() >= deadline) {
    if (earlier !== undefined) judged.push(earlier);
    continue;
  }
  const result = { ...(await judgeDocument(document)), commit };
  storeResult(values.results, result);
  judged.push(result);
  process.stderr.write(
    `${judged.length}/${documents.length} ${result.id}: ${result.failure ?? `${result.findings.length} findings`}\n`,
  );
}
const report = requestsMarkdown({ date: new Date().toISOString().slice(0, 10), seed, documents: judged, kilobytes });
process.stdout.write(`${report.text}\n`);
const readme = new URL('judges/README.md', import.meta.url);
if (values.write) writeResult(readme, 'result', report.text);
process.exitCode = report.share < 0.99 ? 1 : 0;

/** Whether it failed, or a judge rejects requests for no known reason. @param {DocumentRequests} result */
function hasUnknown({ findings }) {
  return findings === undefined || findings.some(({ reason }) => reason === undefined);
}

/**
 * @typedef {import('./report/requests-markdown.mjs').DocumentRequests} DocumentRequests
 * @param {import('./sample/catalog.mjs').Document} document
 * @returns {Promise<DocumentRequests>}
 */
async function judgeDocument({ id, path }) {
  const work = mkdtempSync(join(tmpdir(), 'lading-judge-'));
  try {
    const generated = await limitedRun([lading, 'generate', '--quiet', '--document', path, '--out', work, '--clients']);
    if (generated.failure !== undefined) return { id, failure: generated.failure };
    const resultFile = join(work, 'requests.json');
    writeProject(work);
    const packages = packagesIn(work);
    const folderOf = (/** @type {string} */ kind) =>
      packages.find(({ name }) => name.includes(`/${kind}-`))?.folder ?? '';
    const run = await limitedRun([
      program('judge-requests.mjs'),
      work,
      folderOf('client'),
      folderOf('contract'),
      path,
      resultFile,
      String(seed),
    ]);
    // The judges may take longer than the limit for generated code.
    return existsSync(resultFile)
      ? { id, ...JSON.parse(readFileSync(resultFile, 'utf8')) }
      : { id, failure: run.failure ?? 'no result' };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
