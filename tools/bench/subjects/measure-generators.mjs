/** Runs every generator in rounds and reports the medians, and the size of its output. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { interleaved } from '../measure/rounds.mjs';
import { run } from '../measure/run.mjs';
import { cacheFolder } from '../places.mjs';

/**
 * @typedef {import('./generators.mjs').Subject} Subject
 * @typedef {Omit<Subject, 'command'> & { cpu: number, elapsed: number, peak: number, bytes: number, failed?: string }} GeneratorRow in seconds and
 *   megabytes, medians
 */

/** @param {readonly Subject[]} subjects @param {{ work: string, rounds: number, progress: (text: string) => void }} options @returns {Promise<GeneratorRow[]>} */
export async function measureGenerators(subjects, { work, rounds, progress }) {
  const byId = new Map(subjects.map((subject) => [subject.id, subject]));
  // In the first round, the files come into the disk cache for every tool.
  const runs = await interleaved([...byId.keys()], rounds, async (id) => {
    progress(id);
    return once(/** @type {Subject} */ (byId.get(id)), work);
  });
  return subjects.map(({ command: _command, ...subject }) => {
    const all = runs[subject.id];
    const failed = all.map(problemOf).find((problem) => problem !== undefined);
    const middle = (key) => (failed === undefined ? median(all.map(({ usage }) => usage[key])) : NaN);
    const [cpu, elapsed, peak] = ['cpu', 'elapsed', 'peak'].map(middle);
    const bytes = typescriptBytes(join(work, subject.id));
    return { ...subject, cpu, elapsed, peak: peak / 2 ** 20, bytes, ...(failed !== undefined && { failed }) };
  });
}

/** @param {Subject} subject @param {string} work */
function once(subject, work) {
  const result = attempt(subject, work);
  // The launcher builds the generator if its sources changed meanwhile; the build is not part of the figure.
  return result.output.includes('Building the generator') ? attempt(subject, work) : result;
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
