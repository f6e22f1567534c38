/** Runs every generator in rounds and reports the medians. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../measure/median.mjs';
import { order } from '../measure/rounds.mjs';
import { run } from '../measure/run.mjs';
import { cacheFolder } from '../places.mjs';
import { typescriptBytes } from './output.mjs';

/** @typedef {import('./generators.mjs').Subject} Subject */

/**
 * @param {readonly Subject[]} subjects
 * @param {{ readonly work: string, readonly rounds: number, readonly progress: (text: string) => void }} options
 * @returns {import('../report/result-markdown.mjs').GeneratorRow[]}
 */
export function measureGenerators(subjects, { work, rounds, progress }) {
  /** @type {Map<string, import('../measure/run.mjs').Usage[]>} */
  const runs = new Map(subjects.map(({ id }) => [id, []]));
  /** @type {Map<string, string>} */
  const failed = new Map();
  // A warm-up run: afterwards the files are in the disk cache for every tool, and a broken tool is detected.
  for (const subject of subjects) {
    progress(`first run: ${subject.id}`);
    const problem = once(subject, work).problem;
    if (problem !== undefined) failed.set(subject.id, problem);
  }
  const sound = subjects.filter(({ id }) => !failed.has(id));
  order(sound, rounds).forEach((subject, index, all) => {
    progress(`${index + 1}/${all.length}: ${subject.id}`);
    const { usage, problem } = once(subject, work);
    if (problem !== undefined) failed.set(subject.id, problem);
    runs.get(subject.id)?.push(usage);
  });
  return subjects.map((subject) => row(subject, runs.get(subject.id) ?? [], failed.get(subject.id), work));
}

/**
 * @param {Subject} subject
 * @param {string} work
 */
function once(subject, work) {
  const result = attempt(subject, work);
  // The launcher builds the generator if its sources changed meanwhile; the build is not part of the figure.
  const { status, output, usage } = result.output.includes('Building the generator') ? attempt(subject, work) : result;
  return { usage, problem: status === 0 ? undefined : `ended with ${status}: ${output.trim().slice(-300)}` };
}

/**
 * @param {Subject} subject
 * @param {string} work
 */
function attempt(subject, work) {
  const out = outputOf(subject, work);
  const command = subject.command(out);
  rmSync(out, { recursive: true, force: true });
  if (subject.side === 'peer') mkdirSync(out, { recursive: true });
  else rmSync(cacheFolder, { recursive: true, force: true });
  if (subject.again === true) run({ ...command, args: command.args.filter((argument) => argument !== '--check') });
  return run(command);
}

/** @param {Subject} subject @param {string} work */
const outputOf = ({ id }, work) => join(work, id);

/**
 * @param {Subject} subject
 * @param {readonly import('../measure/run.mjs').Usage[]} runs
 * @param {string | undefined} failed
 * @param {string} work
 * @returns {import('../report/result-markdown.mjs').GeneratorRow}
 */
function row(subject, runs, failed, work) {
  const { id, tool, task, side, targets } = subject;
  /** @param {(usage: import('../measure/run.mjs').Usage) => number} pick */
  const middle = (pick) => (failed === undefined ? median(runs.map(pick)) : NaN);
  return {
    id,
    tool,
    task,
    side,
    targets,
    cpu: middle(({ cpu }) => cpu),
    elapsed: middle(({ elapsed }) => elapsed),
    peak: middle(({ peak }) => peak) / 2 ** 20,
    bytes: typescriptBytes(outputOf(subject, work)),
    runs,
    ...(failed !== undefined && { failed }),
  };
}
