/** Executes the samples of references of other APIs, on a sample of documents drawn by a printed seed. */
import { randomInt } from 'node:crypto';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { runChecks } from '../documents/run-checks.mjs';
import { sampleOf } from '../documents/sample.mjs';
import { readme } from '../places.mjs';
import { inProcess } from '../processes/in-process.mjs';
import { docsEmitter, generate } from '../workspace/generated.mjs';
import { writeProject } from '../workspace/workspace.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Executes the samples of the references of sampled documents, in curl, TypeScript and Python, against the generated servers, which
respond with generated values. The exit code is 1 if a smaller part works than demanded.`,
  options: {
    sample: ['N', 'the number of documents', 20],
    seed: ['N', 'draw the sample of an earlier run; each run prints its seed'],
    kilobytes: ['N', 'draw only documents of at most N KB', 400],
    operations: ['N', 'execute the samples of at most N operations of each document, drawn by the seed', 20, 1],
    only: ['TEXT', 'documents with TEXT in their path, instead of a random sample'],
    minutes: ['N', 'begin no further document after N minutes'],
    working: ['N', 'the least percentage of samples that work', 99],
  },
  page: readme,
  marker: 'samples',
  async run({ sample, seed = randomInt(2 ** 31), kilobytes, operations, only, working, ...run }, { progress }) {
    installOrSkip('documents');
    const { documents } = sampleOf({ seed, documents: sample, pairs: 0, only, kilobytes });
    progress(`seed ${seed}: ${documents.length} documents`);
    const checks = documents.map((document) => () => executedSamples(document, { seed, operations }));
    const [executed] = await runChecks([checks], {
      ...run,
      progress: ({ id, failure, samples, failures = [] }) => {
        progress(`${id}: ${failure ?? `${samples} samples, ${failures.length} fail`}`);
        for (const one of failures) progress(`  ${one.operation}, ${one.language}: ${one.reason}\n${one.sample}`);
      },
    });
    const total = executed.reduce((sum, { samples = 0 }) => sum + samples, 0);
    const failed = executed.flatMap(({ id, failures = [] }) => failures.map((one) => ({ id, ...one })));
    const missing = executed.filter(({ failure }) => failure !== undefined);
    const share = total === 0 ? 0 : 100 * (1 - failed.length / total);
    const lines = [
      ...missing.map(({ id, failure }) => `- \`${id}\`: ${failure}`),
      ...failed.map(
        ({ id, operation, language, reason }) =>
          `- \`${id}\`, ${operation}, ${language}: \`${reason.replaceAll('`', "'").replace(/\s+/g, ' ').slice(0, 200)}\``,
      ),
    ];
    const text = [
      heading(
        `seed ${seed}: ${executed.length} documents of at most ${kilobytes} KB, at most ${operations} operations of each`,
      ),
      `${total - failed.length} of ${total} samples work (${share.toFixed(2)} %).`,
      ...(lines.length > 0 ? [lines.join('\n')] : []),
    ].join('\n\n');
    return { text, json: { seed, documents: executed }, failed: share < working || missing.length > 0 };
  },
};

/** @param {import('../documents/sample.mjs').Document} document @param {import('../checks/all.mjs').MirrorOptions} options */
export function executedSamples({ id, path }, options) {
  return inFolder(async (work) => {
    const { failure } = await generate(work, [path], { emitters: ['client', 'server', docsEmitter] });
    if (failure !== undefined) return { id, failure };
    writeProject(work);
    const { value, failure: unexecuted } = await inProcess('checks/samples.mjs', [work, options]);
    return { id, ...(value ?? { failure: unexecuted }) };
  });
}
