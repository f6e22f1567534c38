// What a run changes of the engine.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const engine = fileURLToPath(new URL('../../../packages/engine', import.meta.url));
/** The lines that one run of StrykerJS measures, about: a run begins with all tests, and its results are stored at its end. */
const batchLines = 300;
/** Folders whose tests are those of swarms. All others run only for what these did not notice. */
const swarmFolders = new Set(['swarm', 'reconcile', 'nodes', 'services', 'tasks', 'secrets', 'watch']);

/**
 * @typedef {object} SourceFile
 * @property {string} path relative to packages/engine
 * @property {string} folder the folder in `src`
 * @property {boolean} isOfSwarm whether the tests are those of swarms
 * @property {number} lines
 * @property {string} hash results hold for the text of the file with this hash
 */

/** @param {string} path @returns {SourceFile} */
function readSourceFile(path) {
  const text = readFileSync(join(engine, path), 'utf8');
  const [, folder, name] = path.split('/');
  const hash = createHash('sha256').update(text).digest('hex');
  return {
    ...{ path, hash, lines: text.split('\n').length },
    ...{ folder: name === undefined ? '.' : folder, isOfSwarm: swarmFolders.has(folder) },
  };
}

/** @param {string[]} wanted folders or files in `src`, without the extension; none for all @returns {SourceFile[]} */
export function selectedFiles(wanted) {
  const isWanted = (file) =>
    wanted.length === 0 || wanted.some((name) => `${name}.ts` === file || file.startsWith(`${name}/`));
  return readdirSync(join(engine, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && isWanted(file))
    .sort()
    .map((file) => readSourceFile(`src/${file}`));
}

/**
 * Groups files with the same tests.
 *
 * @param {readonly SourceFile[]} files
 * @param {number} oneOf measures one of so many mutants of each file
 * @returns {SourceFile[][]}
 */
export function batchesOf(files, oneOf) {
  const batches = [];
  let lines = 0;
  for (const file of files.toSorted((one, other) => Number(other.isOfSwarm) - Number(one.isOfSwarm))) {
    const current = batches.at(-1);
    if (current?.[0].isOfSwarm === file.isOfSwarm && lines + file.lines <= batchLines * oneOf) current.push(file);
    else {
      batches.push([file]);
      lines = 0;
    }
    lines += file.lines;
  }
  return batches;
}
