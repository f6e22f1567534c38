/** Runs every generator in rounds and reports the medians, and the size of its output. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../measure/median.mjs';
import { order } from '../measure/rounds.mjs';
import { run } from '../measure/run.mjs';
import { cacheFolder } from '../places.mjs';

/**
 * @typedef {import('./generators.mjs').Subject} Subject
 * @typedef {Omit<Subject, 'command'> & { cpu: number, elapsed: number, peak: number, bytes: number, failed?: string }} GeneratorRow in seconds and
 *   megabytes, medians
 */

/** @param {readonly Subject[]} subjects @param {{ work: string, rounds: number, progress: (text: string) => void }} options @returns {GeneratorRow[]} */
export function measureGenerators(subjects, { work, rounds, progress }) {
  /** @type {Map<Subject, import('../measure/run.mjs').Usage[]>} */
  const runs = new Map(subjects.map((subject) => [subject, []]));
  const failed = new Map();
  const measure = (subject) => {
    const { usage, problem } = once(subject, work);
    if (problem !== undefined) failed.set(subject, problem);
    return usage;
  };
  // A warm-up run: afterwards the files are in the disk cache for every tool, and a broken tool is detected.
  for (const subject of subjects) {
    progress(`first run: ${subject.id}`);
    measure(subject);
  }
  const sound = subjects.filter((subject) => !failed.has(subject));
  order(sound, rounds).forEach((subject, index, all) => {
    progress(`${index + 1}/${all.length}: ${subject.id}`);
    runs.get(subject)?.push(measure(subject));
  });
  return subjects.map((subject) => {
    const problem = failed.get(subject);
    const { command: _command, ...rest } = subject;
    const middle = (pick) => (problem === undefined ? median((runs.get(subject) ?? []).map(pick)) : NaN);
    return {
      ...rest,
      cpu: middle(({ cpu }) => cpu),
      elapsed: middle(({ elapsed }) => elapsed),
      peak: middle(({ peak }) => peak) / 2 ** 20,
      bytes: typescriptBytes(join(work, subject.id)),
      ...(problem !== undefined && { failed: problem }),
    };
  });
}

/** @param {Subject} subject @param {string} work */
function once(subject, work) {
  const result = attempt(subject, work);
  // The launcher builds the generator if its sources changed meanwhile; the build is not part of the figure.
  const { usage, ...ended } = result.output.includes('Building the generator') ? attempt(subject, work) : result;
  return { usage, problem: problemOf(ended) };
}

/** What is wrong with a run that failed. @param {{ status: number | null, output: string }} run */
export function problemOf({ status, output }) {
  return status === 0 ? undefined : `ended with ${status}: ${output.trim().slice(-300)}`;
}

/** @param {Subject} subject @param {string} work */
function attempt({ id, side, again, command }, work) {
  const out = join(work, id);
  rmSync(out, { recursive: true, force: true });
  if (side === 'peer') mkdirSync(out, { recursive: true });
  else rmSync(cacheFolder, { recursive: true, force: true });
  const own = command(out);
  if (again === true) run({ ...own, args: own.args.filter((argument) => argument !== '--check') });
  return run(own);
}

/** @param {string} folder @returns {number} the bytes of its TypeScript files, without READMEs and settings */
export function typescriptBytes(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
}
