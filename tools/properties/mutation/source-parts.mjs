// What a run changes of the engine: files of it, or a sample of their lines.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const engine = fileURLToPath(new URL('../../../packages/engine', import.meta.url));
/** The lines of a part of a file in a sample. Faults in longer statements are not in it. */
const partLines = 10;
/** The lines that one run of StrykerJS measures, about: a run begins with all tests, and its results are stored at its end. */
const batchLines = 300;
/** Folders whose tests are those of swarms: to run all others for each mutant costs much and notices nothing more. */
const swarmFolders = new Set(['swarm', 'reconcile', 'nodes', 'services', 'tasks', 'secrets', 'watch']);

/**
 * @typedef {object} SourcePart
 * @property {string} path of the file, relative to packages/engine
 * @property {string} range as StrykerJS takes it: the path, or the path and lines
 * @property {string} folder the folder in `src`
 * @property {boolean} isOfSwarm whether the tests are those of swarms
 * @property {number} lines
 * @property {string} hash results hold for the text of the file with this hash
 */

/** @returns a number from 0 to 1 that is always the same for the same part and seed */
function drawnNumber(range, seed) {
  return createHash('sha256').update(`${seed} ${range}`).digest().readUInt32BE() / 2 ** 32;
}

/** @param {string} path @returns {{ file: SourcePart, lineCount: number }} */
function readPart(path) {
  const text = readFileSync(join(engine, path), 'utf8');
  const [, folder, name] = path.split('/');
  const hash = createHash('sha256').update(text).digest('hex');
  return {
    ...{ path, range: path, hash, lines: text.split('\n').length },
    ...{ folder: name === undefined ? '.' : folder, isOfSwarm: swarmFolders.has(folder) },
  };
}

/** @param {SourcePart} file @returns {SourcePart[]} */
function partsOf(file) {
  return Array.from({ length: Math.ceil(file.lines / partLines) }, (_part, index) => {
    const first = index * partLines + 1;
    return { ...file, lines: partLines, range: `${file.path}:${first}-${first + partLines - 1}` };
  });
}

/**
 * @param {string[]} wanted folders or files in `src`, without the extension; none for all
 * @param {{ oneOf: number, seed: string }} sample all files, or one of so many parts of them
 * @returns {SourcePart[]}
 */
export function selectedParts(wanted, { oneOf, seed }) {
  const isWanted = (file) =>
    wanted.length === 0 || wanted.some((name) => `${name}.ts` === file || file.startsWith(`${name}/`));
  const files = readdirSync(join(engine, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && isWanted(file))
    .sort()
    .map((file) => readPart(`src/${file}`));
  if (oneOf === 1) return files;
  return files.flatMap(partsOf).filter(({ range }) => drawnNumber(range, seed) < 1 / oneOf);
}

/** Groups parts with the same tests. @param {readonly SourcePart[]} parts @returns {SourcePart[][]} */
export function batchesOf(parts) {
  const batches = [];
  let lines = 0;
  for (const part of parts.toSorted((one, other) => Number(other.isOfSwarm) - Number(one.isOfSwarm))) {
    const current = batches.at(-1);
    if (current?.[0].isOfSwarm === part.isOfSwarm && lines + part.lines <= batchLines) current.push(part);
    else {
      batches.push([part]);
      lines = 0;
    }
    lines += part.lines;
  }
  return batches;
}
