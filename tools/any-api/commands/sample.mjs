/** Checks a sample of published documents, and of pairs of their versions. */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { installOrSkip } from '@lading/run/installs';
import { checkDocument, checkPair } from '../checks/document.mjs';
import { runChecks } from '../documents/run-checks.mjs';
import { sampleOf } from '../documents/sample.mjs';
import { lading, readme } from '../places.mjs';
import { meanMirrored, progressOf, reportMarkdown } from '../report.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates, compiles and starts packages for a sample of published documents of other APIs, calls each operation of their
servers with their clients, and derives overlays between versions of them. Prints each failure with its first error, and a table.
The exit code is 1 if more valid documents or pairs fail than allowed, or a smaller part of the operations is mirrored than demanded.`,
  options: {
    sample: ['N', 'the number of documents', 30],
    pairs: ['N', 'the number of pairs of versions (a quarter of the documents)'],
    seed: ['N', 'draw the sample of an earlier run; each run prints its seed'],
    only: ['TEXT', 'documents and pairs with TEXT in their path, instead of a random sample'],
    concurrency: ['N', 'how many to check at the same time', 1, 1],
    allow: ['N', 'the number of failures that do not fail the run', 0],
    operations: ['N', 'call at most N operations of each document, drawn by the seed (all)', undefined, 1],
    minutes: ['N', 'begin no further check after N minutes'],
    mirrored: [
      'N',
      'the least mean percentage of mirrored operations of the generated documents, and of mocked ones',
      0,
    ],
  },
  page: readme,
  marker: 'result',
  async run(values, { progress }) {
    const { sample, pairs: wanted, seed = randomInt(2 ** 31), only, allow, operations, mirrored, ...run } = values;
    installOrSkip('documents');
    // Builds the generator if its sources are newer, so that no measured run builds it.
    spawnSync(process.execPath, [lading, '--version']);
    const drawn = sampleOf({ seed, documents: sample, pairs: wanted ?? Math.floor(sample / 4), only });
    progress(`seed ${seed}: ${drawn.documents.length} documents, ${drawn.pairs.length} pairs`);
    const options = { seed, operations };
    const checks = [
      drawn.documents.map((document) => () => checkDocument(document, options)),
      drawn.pairs.map((pair) => () => checkPair(pair, options)),
    ];
    const print = (result) => progress(progressOf(result));
    const [documents, pairs] = await runChecks(checks, { ...run, progress: print });
    const json = { seed, documents, pairs };
    const valid = documents.filter((each) => !('valid' in each.failures));
    const failed = [...valid, ...pairs].filter(({ failures }) => Object.keys(failures).length > 0);
    const mocked = valid.map((each) => ({ ...each, mirror: each.mocks ?? each.mirror }));
    const mean = Math.min(meanMirrored(valid), meanMirrored(mocked));
    return { text: reportMarkdown(json), json, failed: failed.length > allow || mean < mirrored };
  },
};
