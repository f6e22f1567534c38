/** Executes the samples of references of other APIs, on a sample of documents drawn by a printed seed. */
import { randomInt } from 'node:crypto';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { runChecks } from '../documents/run-checks.mjs';
import { sampleOf } from '../documents/sample.mjs';
import { readme } from '../places.mjs';
import { inProcess, valueOf } from '../processes/in-process.mjs';
import { failureSections, progressOf } from '../report.mjs';
import { docsEmitter, generatedIn } from '../workspace/generated.mjs';

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
    const print = (result) => {
      progress(progressOf(result, 'work'));
      for (const { operation, detail, sample } of result.mirror.failures)
        progress(`${operation}: ${detail}\n${sample}`);
    };
    const [executed] = await runChecks([checks], { ...run, progress: print });
    const sum = (figure) => executed.reduce((all, { mirror }) => all + mirror[figure], 0);
    const [total, works] = [sum('operations'), sum('mirrored')];
    const share = total === 0 ? 0 : (100 * works) / total;
    const limits = `at most ${kilobytes} KB, at most ${operations} operations of each`;
    const text = [
      heading(`seed ${seed}: ${executed.length} documents of ${limits}`),
      `${works} of ${total} samples work (${share.toFixed(2)} %).`,
      ...failureSections(executed, 'Samples that do not work', executed),
    ].join('\n\n');
    const isMissing = executed.some(({ failures }) => 'executed' in failures);
    return { text, json: { seed, documents: executed }, failed: share < working || isMissing };
  },
};

/** @param {import('../documents/sample.mjs').Document} document @param {import('../checks/all.mjs').MirrorOptions} options */
export function executedSamples({ id, path }, options) {
  return inFolder(async (work) => {
    await generatedIn(work, [path], { emitters: ['client', 'server', docsEmitter] });
    return { id, failures: {}, mirror: await valueOf(inProcess('checks/samples.mjs', [work, options])) };
  }).catch(({ message }) => ({
    id,
    failures: { executed: message },
    mirror: { operations: 0, mirrored: 0, failures: [] },
  }));
}
