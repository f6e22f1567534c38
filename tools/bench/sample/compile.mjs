/** Compiles sample programs as separate projects, and reads the output of the compiler. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { median } from 'simple-statistics';
import { interleaved } from '../measure/rounds.mjs';
import { run } from '../measure/run.mjs';
import { ofPeer } from '../places.mjs';
import { problemOf } from '../subjects/measure-generators.mjs';

/**
 * @typedef {import('../subjects/generators.mjs').Sample} Sample
 * @typedef {{ errorsInProgram: number, errorsElsewhere: number, instantiations: number, checkSeconds: number }} Compilation
 *   `errorsElsewhere`: those in the generated code
 * @typedef {Partial<Compilation> & Pick<Sample, 'id' | 'title' | 'targets'> & { failed?: string }} SampleRow
 */

const programs = parse(readFileSync(new URL('programs.yaml', import.meta.url), 'utf8'));
const compiler = ofPeer('typescript/lib/tsc.js');

/**
 * Generates the code for each sample program, compiles it in rounds and reports the medians.
 * @param {readonly Sample[]} samples @param {{ work: string, rounds: number, progress: (text: string) => void }} options @returns {Promise<SampleRow[]>}
 */
export async function measureSamples(samples, { work, rounds, progress }) {
  const folderOf = (id) => join(work, 'samples', id);
  const failed = new Map();
  for (const sample of samples) {
    progress(`sample: ${sample.id}`);
    const folder = folderOf(sample.id);
    writeProject(folder, sample);
    const { command, built } = sample;
    if (command === undefined) continue;
    const out = join(folder, 'generated');
    if (sample.side === 'peer') mkdirSync(out, { recursive: true });
    const problem = problemOf(run(command(out)));
    if (problem !== undefined) failed.set(sample.id, problem);
    // As users get it: a package is compiled before it is published.
    else if (built !== undefined) run({ args: [compiler, '-p', join(out, built)], cwd: folder });
  }
  const sound = samples.map(({ id }) => id).filter((id) => !failed.has(id));
  const compiled = await interleaved(sound, rounds, async (id) => {
    progress(`compiling: ${id}`);
    const cwd = folderOf(id);
    return readCompiler(run({ args: [compiler, '-p', cwd, '--extendedDiagnostics', '--pretty', 'false'], cwd }).output);
  });
  return samples.map(({ id, title, targets }) => {
    const runs = compiled[id];
    if (runs === undefined) return { id, title, failed: failed.get(id) };
    return { id, title, targets, ...runs.at(-1), checkSeconds: median(runs.map((each) => each.checkSeconds)) };
  });
}

/** Writes the project of a sample program. @param {string} folder a new folder @param {Sample} sample */
function writeProject(folder, { program, lib = [], types = [], entry }) {
  mkdirSync(folder, { recursive: true });
  symlinkSync(ofPeer(''), join(folder, 'node_modules'), 'dir');
  writeFileSync(join(folder, 'program.ts'), programs[program]);
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
    ...(entry && { paths: { generated: [`./generated/${entry}`] } }),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
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
  };
}
