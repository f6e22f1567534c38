/** Generates packages, and loads them: bundled, since they import each other by names that are not installed. */
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inFolder } from '@lading/run/commands';
import { build } from 'esbuild';
import { failureOf, inProcess, valueOf } from '../processes/in-process.mjs';
import { lading, repository } from '../places.mjs';
import { entryOf, foldersOf, writeProject } from './workspace.mjs';

/** An emitter in a package of its own, by its file: its name is not installed beside the configuration. @param {string} name */
export const emitterOf = (name) => join(repository, 'packages', 'emit', name, 'dist', 'index.js');

/** The reference with its data, which checks read. */
export const docsEmitter = ['docs', { data: true }];

/** Every kind of package of one version. */
export const allEmitters = ['client', 'server', docsEmitter, ...['mocks', 'query', 'validators', 'mcp'].map(emitterOf)];

/** Clients, servers and the conversions between versions. */
export const convertedEmitters = [['types', { paths: false }], 'client', 'server', 'conversion'];

/** How programs for Node are bundled. @type {import('esbuild').BuildOptions} */
export const bundling = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error' };

/** A module for `inProcess`: runs a command of the generator. @param {readonly string[]} args @returns {Promise<string>} its output */
export async function run(args) {
  const { main } = await import(new URL('../dist/cli/main.js', pathToFileURL(lading)).href);
  let output = '';
  for (const stream of [process.stdout, process.stderr])
    stream.write = /** @type {any} */ ((text) => (output += String(text)) !== undefined);
  if ((await main(args)) !== 0) throw failureOf(output);
  return output;
}

/** Runs a command of the generator in another process. @param {readonly string[]} args @param {readonly string[]} documents */
export const runLading = (args, documents, runIn = inProcess) => runIn('workspace/generated.mjs', [args], documents);

/** Generates packages in another process, by default one of their own. @param {string} out @param {readonly string[]} documents @param {object} configuration */
export function generate(out, documents, configuration, runIn = inProcess) {
  return inFolder((folder) => {
    const config = join(folder, 'lading.config.json');
    writeFileSync(config, JSON.stringify({ documents, ...configuration, out }));
    return runLading(['generate', '--quiet', '--config', config], documents, runIn);
  });
}

/** Generates packages that must be generated. Returns the project of all, and the entries of each. @param {string} out @param {readonly string[]} documents @param {object} configuration */
export async function generatedIn(out, documents, configuration) {
  await valueOf(generate(out, documents, configuration));
  return { tsconfig: writeProject(out), entry: (end) => entryOf(foldersOf(out, end)[0]) };
}

/**
 * Returns the exports of packages.
 * @param {string} workspace a folder with the project that `writeProject` writes
 * @param {Readonly<Record<string, string>>} ends those of their names, or the beginnings of these: `client-`
 */
export function packagesOf(workspace, ends) {
  const folders = foldersOf(workspace, ...Object.values(ends));
  if (folders.includes('')) throw new Error(`a package is missing: ${Object.values(ends).join(', ')}`);
  return bundled(workspace, Object.fromEntries(Object.keys(ends).map((name, index) => [name, folders[index]])));
}

/** Returns the exports of packages by their names. @param {Readonly<Record<string, string>>} folders @returns {Promise<Record<string, any>>} */
async function bundled(workspace, folders) {
  const digest = createHash('sha256').update(JSON.stringify(folders)).digest('hex').slice(0, 8);
  const bundle = join(workspace, `${Object.keys(folders).join('-')}-${digest}.bundle.mjs`);
  const exports = Object.entries(folders).map(
    ([name, folder]) => `export * as ${name} from ${JSON.stringify(entryOf(folder))};`,
  );
  if (!existsSync(bundle))
    await build({
      stdin: { contents: exports.join('\n'), resolveDir: workspace },
      tsconfig: join(workspace, 'tsconfig.any-api.json'),
      outfile: bundle,
      ...bundling,
      external: ['@lading/runtime-*', '@lading/emit-mcp', 'zod'],
    });
  return import(pathToFileURL(bundle).href);
}

/**
 * Generates packages of a document in this process, and loads them.
 * @param {object | string} document or its path
 * @param {{ library?: 'zod' | 'valibot', kinds?: readonly string[], configuration?: object }} [options] `library`: of the validators
 * @returns {Promise<Record<string, any>>} the modules by their kinds
 */
export function loadGenerated(document, options = {}) {
  const { library = 'zod', kinds = ['client', 'server', 'validators'], configuration } = options;
  return inFolder(async (folder) => {
    const { main } = await import('lading/testing');
    const [file, config, out] = ['document.json', 'lading.config.json', 'out'].map((name) => join(folder, name));
    if (typeof document === 'object') writeFileSync(file, JSON.stringify(document));
    const documents = [typeof document === 'object' ? file : document];
    const emitters = kinds.map((kind) => (kind === 'validators' ? [emitterOf(kind), { library }] : kind));
    writeFileSync(config, JSON.stringify({ documents, emitters, scope: '@generated', out, ...configuration }));
    const status = await main(['generate', '--quiet', '--config', config]);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    writeProject(out);
    return bundled(out, Object.fromEntries(kinds.map((kind) => [kind, join(out, 'v1.0', kind)])));
  });
}
