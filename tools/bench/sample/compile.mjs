/** Compiles a sample program as a separate project, and reads the output of the compiler. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../measure/run.mjs';
import { ofPeer } from '../places.mjs';
import { programOf } from './samples.mjs';

/**
 * @typedef {object} Compilation
 * @property {number} errorsInProgram
 * @property {number} errorsElsewhere errors in the generated code
 * @property {number} instantiations
 * @property {number} checkSeconds
 * @property {string} firstError
 */

/**
 * Writes the project of a sample program.
 * @param {string} folder a new folder
 * @param {import('./samples.mjs').Sample} sample
 */
export function writeProject(folder, sample) {
  mkdirSync(folder, { recursive: true });
  symlinkSync(ofPeer(''), join(folder, 'node_modules'), 'dir');
  cpSync(programOf(sample), join(folder, 'program.ts'));
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', ...(sample.lib ?? [])],
    types: sample.types ?? [],
    module: 'ESNext',
    // The most lenient option: most tools write imports without an extension, which NodeNext rejects.
    moduleResolution: 'Bundler',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    ...(sample.generated && { paths: { generated: [`./generated/${sample.generated.entry}`] } }),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }, null, 2));
}

/** @param {string} folder */
export function compile(folder) {
  const args = [ofPeer('typescript/lib/tsc.js'), '-p', folder, '--extendedDiagnostics', '--pretty', 'false'];
  return readCompiler(run({ args, cwd: folder }).output);
}

/**
 * Reads the figures that the compiler printed.
 * @param {string} output
 * @returns {Compilation}
 */
export function readCompiler(output) {
  const errors = output.split('\n').filter((line) => /\berror TS\d+:/.test(line));
  const inProgram = errors.filter((line) => line.startsWith('program.ts('));
  return {
    errorsInProgram: inProgram.length,
    errorsElsewhere: errors.length - inProgram.length,
    instantiations: figure(output, 'Instantiations'),
    checkSeconds: figure(output, 'Check time'),
    firstError: errors[0] ?? '',
  };
}

/**
 * @param {string} output
 * @param {string} name
 */
function figure(output, name) {
  const found = new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(output)?.[1];
  if (found === undefined) throw new Error(`The compiler printed no "${name}":\n${output.slice(0, 2000)}`);
  return Number(found);
}
