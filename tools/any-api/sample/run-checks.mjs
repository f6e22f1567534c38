/** Runs checks, and stores their results: one line for each, with its commit. A later line replaces an earlier one. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { repository } from '../places.mjs';
import { grouped } from './grouped.mjs';

/**
 * @template {{ readonly id: string, readonly commit?: string }} R
 * @typedef {{ readonly id: string, readonly check: () => Promise<R> }} Check
 */

/**
 * Runs checks of several kinds, which progress evenly, so that a run that ends early has some of each. What is stored is not run
 * again; nor is anything after the deadline.
 * @template {{ readonly id: string, readonly commit?: string }} R
 * @param {readonly (readonly Check<R>[])[]} kinds
 * @param {{ readonly results?: string, readonly again?: boolean, readonly minutes?: number, readonly concurrency?: number,
 *   readonly isClean: (result: any) => boolean, readonly progress: (result: R) => void }} options
 * @returns {Promise<R[][]>} the results of each kind
 */
export async function runChecks(
  kinds,
  { results: file, again, minutes = Infinity, concurrency = 1, isClean, progress },
) {
  const stored = storedResults(file);
  const commit = currentCommit();
  const deadline = Date.now() + minutes * 60_000;
  const results = kinds.map(() => /** @type {R[]} */ ([]));
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
      results[kind]?.push(result);
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

/** Whether everything succeeded. @param {{ readonly failures: object, readonly mirror: { readonly failures: readonly unknown[] } }} result */
export function isClean({ failures, mirror }) {
  return Object.keys(failures).length === 0 && mirror.failures.length === 0;
}

/** The commits that the results are of, if they are known. @param {readonly { readonly id: string, readonly commit?: string }[]} results */
export function commitsOf(results) {
  const commits = grouped(results, ({ commit }) => commit);
  commits.delete(undefined);
  return [...commits].map(([commit, own]) => ` Commit ${commit}: ${own.length} results.`).join('');
}

/** The commit whose packages a run generates, with a mark if files have changed since. */
function currentCommit() {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: repository, encoding: 'utf8' }).stdout.trim();
  const hasChanges = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${hasChanges ? ' with changes' : ''}`;
}
