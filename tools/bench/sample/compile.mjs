/** Compiles sample programs as separate projects, and reads the output of the compiler. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../measure/median.mjs';
import { order } from '../measure/rounds.mjs';
import { run } from '../measure/run.mjs';
import { bench, ofPeer } from '../places.mjs';
import { problemOf } from '../subjects/measure-generators.mjs';

/**
 * @typedef {import('../subjects/generators.mjs').Sample} Sample
 * @typedef {{ errorsInProgram: number, errorsElsewhere: number, instantiations: number, checkSeconds: number, firstError: string }} Compilation
 *   `errorsElsewhere`: those in the generated code
 * @typedef {Compilation & Pick<Sample, 'id' | 'title' | 'targets'> & { failed?: string }} SampleRow
 */

/**
 * Generates the code for each sample program, compiles it in rounds and reports the medians.
 * @param {readonly Sample[]} samples @param {{ work: string, rounds: number, progress: (text: string) => void }} options @returns {SampleRow[]}
 */
export function measureSamples(samples, { work, rounds, progress }) {
  const folderOf = ({ id }) => join(work, 'samples', id);
  const failed = new Map();
  /** @type {Map<Sample, Compilation[]>} */
  const compiled = new Map(samples.map((sample) => [sample, []]));
  for (const sample of samples) {
    progress(`sample: ${sample.id}`);
    writeProject(folderOf(sample), sample);
    if (sample.generated === undefined) continue;
    const { command, built } = sample.generated;
    const out = join(folderOf(sample), 'generated');
    if (sample.side === 'peer') mkdirSync(out, { recursive: true });
    const problem = problemOf(run(command(out)));
    if (problem !== undefined) failed.set(sample, problem);
    // As users get it: a package is compiled before it is published.
    else if (built !== undefined)
      run({ args: [ofPeer('typescript/lib/tsc.js'), '-p', join(out, built)], cwd: folderOf(sample) });
  }
  const sound = samples.filter((sample) => !failed.has(sample));
  order(sound, rounds).forEach((sample, index, all) => {
    progress(`compiling ${index + 1}/${all.length}: ${sample.id}`);
    const cwd = folderOf(sample);
    const args = [ofPeer('typescript/lib/tsc.js'), '-p', cwd, '--extendedDiagnostics', '--pretty', 'false'];
    compiled.get(sample)?.push(readCompiler(run({ args, cwd }).output));
  });
  const none = { errorsInProgram: NaN, errorsElsewhere: NaN, instantiations: NaN, checkSeconds: NaN, firstError: '' };
  return samples.map((sample) => {
    const { id, title, targets } = sample;
    const runs = compiled.get(sample) ?? [];
    const checkSeconds = runs.length === 0 ? NaN : median(runs.map((each) => each.checkSeconds));
    return { id, title, targets, ...none, ...runs.at(-1), checkSeconds, failed: failed.get(sample) };
  });
}

/** Writes the project of a sample program. @param {string} folder a new folder @param {Sample} sample */
function writeProject(folder, { program, lib = [], types = [], generated }) {
  mkdirSync(folder, { recursive: true });
  symlinkSync(ofPeer(''), join(folder, 'node_modules'), 'dir');
  cpSync(join(bench, 'sample', 'programs', `${program}.ts`), join(folder, 'program.ts'));
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', ...lib],
    types,
    module: 'ESNext',
    // The most lenient option: most tools write imports without an extension, which NodeNext rejects.
    moduleResolution: 'Bundler',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    ...(generated && { paths: { generated: [`./generated/${generated.entry}`] } }),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }, null, 2));
}

/** Reads the figures that the compiler printed. @param {string} output @returns {Compilation} */
export function readCompiler(output) {
  const errors = output.split('\n').filter((line) => /\berror TS\d+:/.test(line));
  const inProgram = errors.filter((line) => line.startsWith('program.ts('));
  const figure = (name) => {
    const found = new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(output)?.[1];
    if (found === undefined) throw new Error(`The compiler printed no "${name}":\n${output.slice(0, 2000)}`);
    return Number(found);
  };
  return {
    errorsInProgram: inProgram.length,
    errorsElsewhere: errors.length - inProgram.length,
    instantiations: figure('Instantiations'),
    checkSeconds: figure('Check time'),
    firstError: errors[0] ?? '',
  };
}
