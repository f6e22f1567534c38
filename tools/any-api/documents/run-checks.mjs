/** Runs checks, and stores their results: one line for each, with its commit. A later line replaces an earlier one. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { repository } from '../places.mjs';
import { grouped } from './draw.mjs';

/**
 * Runs checks of several kinds, which progress evenly, so that a run that ends early has some of each. What is stored is not run
 * again; nor is anything after the deadline.
 * @param {readonly (readonly { id: string, check: () => Promise<any> }[])[]} kinds
 * @param {{ results?: string, again?: boolean, minutes?: number, concurrency?: number, isClean: (result: any) => boolean,
 *   progress: (result: any) => void }} options
 * @returns {Promise<any[][]>} the results of each kind
 */
export async function runChecks(kinds, options) {
  const { results: file, again, minutes = Infinity, concurrency = 1, isClean, progress } = options;
  const stored = storedResults(file);
  const commit = currentCommit();
  const deadline = Date.now() + minutes * 60_000;
  /** @type {any[][]} */
  const results = kinds.map(() => []);
  const waiting = kinds
    .flatMap((checks, kind) => checks.map((check, index) => ({ ...check, kind, at: (index + 1) / checks.length })))
    .sort((one, other) => one.at - other.at);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { id, check, kind } = next;
      const earlier = stored.get(id);
      const isWanted = Date.now() < deadline && (earlier === undefined || (again === true && !isClean(earlier)));
      const result = isWanted ? { ...(await check()), commit } : earlier;
      if (result === undefined) continue;
      results[kind].push(result);
      if (!isWanted) continue;
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
      progress(result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}

/** @param {string | undefined} file @returns {Map<string, any>} by the IDs of documents and pairs */
function storedResults(file) {
  if (file === undefined || !existsSync(file)) return new Map();
  // The last line is incomplete if the run was killed while it wrote.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return new Map(lines.map((line) => JSON.parse(line)).map((result) => [result.id, result]));
}

/** The first line of a report: the sample, and the commits that the results are of, if they are known. @param {number} seed @param {readonly any[]} results @param {string} sample */
export function sampleHeading(seed, results, sample) {
  const date = new Date().toISOString().slice(0, 10);
  const commits = grouped(results, ({ commit }) => commit);
  commits.delete(undefined);
  const parts = [...commits].map(([commit, own]) => ` Commit ${commit}: ${own.length} results.`);
  return `${date}, seed ${seed}: ${sample}.${parts.join('')}`;
}

/** The commit whose packages a run generates, with a mark if files have changed since. */
function currentCommit() {
  const git = (...args) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' }).stdout.trim();
  const hasChanges = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${hasChanges ? ' with changes' : ''}`;
}
