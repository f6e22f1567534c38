/** Checks that the generator serves any API: on a sample of published documents, drawn by a printed seed. */
import { installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { checkDocument } from './checks/check-document.mjs';
import { checkPair } from './checks/check-pair.mjs';
import { limitedRun } from './checks/limited-run.mjs';
import { endWarmRuns } from './checks/warm-run.mjs';
import { optionsOf, usage } from './options.mjs';
import { lading, readme } from './places.mjs';
import { progressOf, reportMarkdown } from './report/report-markdown.mjs';
import { meanMirrored } from './report/mirror-section.mjs';
import { currentCommit, isClean, storedResults, storeResult } from './report/stored-results.mjs';
import { sampleOf } from './sample/sample.mjs';

const options = parsedOptions();
if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}
installOrSkip('documents');
// Builds the generator if its sources are newer, so that no measured run builds it.
await limitedRun([lading, '--version']);
const sample = sampleOf(options);
process.stderr.write(`seed ${options.seed}: ${sample.documents.length} documents, ${sample.pairs.length} pairs\n`);
const commit = currentCommit();
const stored = storedResults(options.results);
const documents = sample.documents.map(({ id, path }) => ({
  id,
  check: () => checkDocument({ id, path }, options.mirror),
}));
const pairs = sample.pairs.map((pair) => ({ id: pair.id, check: () => checkPair(pair, options.mirror) }));
const deadline = Date.now() + options.minutes * 60_000;
const checked = await checkAll(documents, pairs);
endWarmRuns();
const result = { date: new Date().toISOString().slice(0, 10), seed: options.seed, ...checked };
const report = reportMarkdown(result);
process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : `${report}\n`);
if (options.write) writeResult(readme, 'result', report);
const valid = result.documents.filter((each) => !('valid' in each.failures));
const failed = [...valid, ...result.pairs];
const tooMany = failed.filter(({ failures }) => Object.keys(failures).length > 0).length > options.allowed;
process.exitCode = tooMany || meanMirrored(valid) < options.mirrored ? 1 : 0;

function parsedOptions() {
  try {
    return optionsOf(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

/**
 * Runs the checks of documents and pairs, `concurrency` at a time, and prints each failure at once. Both progress evenly, so that
 * a run that ends early has some of each.
 * @param {readonly Check<import('./checks/check-document.mjs').DocumentResult>[]} documents
 * @param {readonly Check<import('./checks/check-pair.mjs').PairResult>[]} pairs
 */
async function checkAll(documents, pairs) {
  /** @type {{ documents: import('./checks/check-document.mjs').DocumentResult[], pairs: import('./checks/check-pair.mjs').PairResult[] }} */
  const results = { documents: [], pairs: [] };
  const waiting = [...planned(documents, results.documents), ...planned(pairs, results.pairs)]
    .sort((one, other) => one.at - other.at)
    .map(({ check }) => check);
  const total = waiting.length;
  let done = 0;
  const work = async () => {
    for (;;) {
      const check = waiting.shift();
      if (check === undefined) return;
      const checked = await check();
      if (checked === undefined) continue;
      process.stderr.write(`${++done}/${total} ${progressOf(checked)}\n`);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  return results;
}

/**
 * Checks that add their results, each with its place in the run. One that is stored is not run; nor is any after the deadline.
 * @template {import('./report/stored-results.mjs').Stored} R @param {readonly Check<R>[]} checks @param {R[]} results
 */
function planned(checks, results) {
  return checks.map(({ id, check }, index) => ({
    at: (index + 1) / checks.length,
    check: async () => {
      const earlier = /** @type {R | undefined} */ (stored.get(id));
      const isWanted = earlier === undefined || (options.again && !isClean(earlier));
      if (!isWanted || Date.now() >= deadline) {
        if (earlier !== undefined) results.push(earlier);
        return undefined;
      }
      const result = { ...(await check()), commit };
      storeResult(options.results, result);
      results.push(result);
      return result;
    },
  }));
}

/** @template R @typedef {{ readonly id: string, readonly check: () => Promise<R> }} Check */
