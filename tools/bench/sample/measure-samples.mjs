/** Generates the code for each sample program, compiles it in rounds and reports the medians. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../measure/median.mjs';
import { order } from '../measure/rounds.mjs';
import { run } from '../measure/run.mjs';
import { ofPeer } from '../places.mjs';
import { compile, writeProject } from './compile.mjs';

/**
 * @param {readonly import('./samples.mjs').Sample[]} samples
 * @param {{ readonly work: string, readonly rounds: number, readonly progress: (text: string) => void }} options
 * @returns {import('../report/result-markdown.mjs').SampleRow[]}
 */
export function measureSamples(samples, { work, rounds, progress }) {
  /** @param {import('./samples.mjs').Sample} sample */
  const folderOf = ({ id }) => join(work, 'samples', id);
  /** @type {Map<string, string>} */
  const failed = new Map();
  /** @type {Map<string, import('./compile.mjs').Compilation[]>} */
  const compiled = new Map(samples.map(({ id }) => [id, []]));
  for (const sample of samples) {
    progress(`sample: ${sample.id}`);
    const folder = folderOf(sample);
    writeProject(folder, sample);
    if (sample.generated === undefined) continue;
    const out = join(folder, 'generated');
    if (sample.side === 'peer') mkdirSync(out, { recursive: true });
    const { status, output } = run(sample.generated.command(out));
    // As users get it: a package is compiled before it is published.
    const built = sample.generated.built;
    if (status === 0 && built !== undefined)
      run({ args: [ofPeer('typescript/lib/tsc.js'), '-p', join(out, built)], cwd: folder });
    if (status !== 0) failed.set(sample.id, `ended with ${status}: ${output.trim().slice(-300)}`);
  }
  const sound = samples.filter(({ id }) => !failed.has(id));
  order(sound, rounds).forEach((sample, index, all) => {
    progress(`compiling ${index + 1}/${all.length}: ${sample.id}`);
    compiled.get(sample.id)?.push(compile(folderOf(sample)));
  });
  return samples.map((sample) => row(sample, compiled.get(sample.id) ?? [], failed.get(sample.id)));
}

/**
 * @param {import('./samples.mjs').Sample} sample
 * @param {readonly import('./compile.mjs').Compilation[]} runs
 * @param {string | undefined} failed
 * @returns {import('../report/result-markdown.mjs').SampleRow}
 */
function row({ id, title, side, targets }, runs, failed) {
  const last = runs.at(-1);
  return {
    id,
    title,
    side,
    targets,
    errorsInProgram: last?.errorsInProgram ?? NaN,
    errorsElsewhere: last?.errorsElsewhere ?? NaN,
    instantiations: last?.instantiations ?? NaN,
    checkSeconds: runs.length === 0 ? NaN : median(runs.map(({ checkSeconds }) => checkSeconds)),
    firstError: last?.firstError ?? '',
    ...(failed !== undefined && { failed }),
  };
}
