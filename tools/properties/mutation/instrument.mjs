// Copies the engine with all faults in its sources, each of which a variable switches on.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { group } from '@lading/run/installs';
import { onOneLine } from './drawn-mutants.mjs';

const logger = new Proxy({}, { get: (_target, name) => (name === 'isDebugEnabled' ? () => false : () => undefined) });

/**
 * @param {string} engine the folder of the package
 * @param {string} folder that of the copy
 * @param {readonly string[]} paths the files that get faults
 * @returns the faults, with their ids and paths
 */
export async function instrument(engine, folder, paths) {
  const file = group('mutation').file('@stryker-mutator/instrumenter/dist/src/index.js');
  const { Instrumenter } = await import(pathToFileURL(file).href);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['src', 'test', 'bin', 'package.json'])
    cpSync(join(engine, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(engine, name), join(folder, name));
  const files = paths.map((name) => ({ name, mutate: true, content: readFileSync(join(engine, name), 'utf8') }));
  const options = { ignorers: [], excludedMutations: ['StringLiteral'], plugins: null, noHeader: false };
  const result = await new Instrumenter(logger).instrument(files, options);
  for (const { name, content } of result.files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const counted = ({ line, column }) => ({ line: line + 1, column: column + 1 });
  const mutants = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location: { start, end }, replacement = '' }) => ({
      ...{ id, path: fileName, start: counted(start), end: counted(end), replacement: onOneLine(replacement) },
    }));
  return mutants;
}
