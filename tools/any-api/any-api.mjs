/** Checks that the generator serves any API: on a sample of published documents, drawn by a printed seed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { checkDocument } from './checks/check-document.mjs';
import { checkPair } from './checks/check-pair.mjs';
import { limitedRun } from './checks/limited-run.mjs';
import { optionsOf, usage } from './options.mjs';
import { lading, readme } from './places.mjs';
import { failuresOf, reportMarkdown } from './report/report-markdown.mjs';
import { mirroredOf } from './report/mirror-section.mjs';
import { withResult } from './report/readme.mjs';
import { installCorpus } from './sample/install-corpus.mjs';
import { sampleOf } from './sample/sample.mjs';

const options = parsedOptions();
if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}
if (!installCorpus()) {
  process.stderr.write(
    '\n!!! SKIPPED: the documents of other APIs cannot be installed (npm ci in tools/any-api/corpus)\n\n',
  );
  process.exit(0);
}
// Builds the generator if its sources are newer, so that no measured run builds it.
await limitedRun([lading, '--version']);
const sample = sampleOf(options);
process.stderr.write(`seed ${options.seed}: ${sample.documents.length} documents, ${sample.pairs.length} pairs\n`);
const result = {
  date: new Date().toISOString().slice(0, 10),
  seed: options.seed,
  documents: await checkAll(sample.documents, (document) => checkDocument(document, options.mirror)),
  pairs: await checkAll(sample.pairs, checkPair),
};
const report = reportMarkdown(result);
process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : `${report}\n`);
if (options.write) writeFileSync(readme, withResult(readFileSync(readme, 'utf8'), report));
const failed = [...result.documents.filter((each) => !('valid' in each.failures)), ...result.pairs];
const tooMany = failed.filter(({ failures }) => Object.keys(failures).length > 0).length > options.allowed;
const [mirrored, operations] = mirroredOf(result.documents.filter((each) => !('valid' in each.failures)));
process.exitCode = tooMany || 100 * mirrored < options.mirrored * operations ? 1 : 0;

function parsedOptions() {
  try {
    return optionsOf(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

/**
 * Checks everything, `concurrency` at a time, and prints each failure at once.
 * @template {{ readonly id: string }} T
 * @template {Parameters<typeof failuresOf>[0]} R
 * @param {readonly T[]} all
 * @param {(each: T) => Promise<R>} check
 * @returns {Promise<R[]>} in the order of the sample
 */
async function checkAll(all, check) {
  /** @type {R[]} */
  const results = [];
  const waiting = all.entries();
  let done = 0;
  const work = async () => {
    for (const [index, each] of waiting) {
      const checked = await check(each);
      results[index] = checked;
      const failures = failuresOf(checked);
      process.stderr.write(
        `${++done}/${all.length} ${failures.length === 0 ? `- \`${each.id}\`: passed` : failures.join('\n')}\n`,
      );
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  return results;
}
