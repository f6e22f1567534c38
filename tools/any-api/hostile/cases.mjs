/** Loads the hostile and broken inputs of the generator's tests. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const inputs = join(import.meta.dirname, '..', '..', '..', 'generators', 'cli', 'test', 'hostile');

/**
 * @typedef {object} Input
 * @property {readonly string[]} command
 * @property {Readonly<Record<string, string>>} files
 */

/**
 * @typedef {object} HostileCase
 * @property {'generate' | 'apply' | 'diff'} command
 * @property {Readonly<Record<string, string>>} files
 */

/**
 * @param {string} folder where the compiled modules may lie
 * @returns {Promise<{
 *   hostileCases: () => ReadonlyMap<string, () => HostileCase>,
 *   sampleOf: (count: number, seed: number) => readonly Input[],
 *   stackLine: RegExp,
 * }>}
 */
export async function loadCases(folder) {
  const outfile = join(folder, 'inputs.mjs');
  const source = ['documents', 'broken-inputs'].map((name) => `export * from './${name}.ts';`).join('\n');
  const stdin = { contents: source, resolveDir: inputs };
  await build({ stdin, bundle: true, format: 'esm', platform: 'node', outfile, logLevel: 'error' });
  return import(pathToFileURL(outfile).href);
}
