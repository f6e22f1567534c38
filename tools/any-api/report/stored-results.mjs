/** The results of earlier runs: one line for each check, with the commit that it is of. A later line replaces an earlier one. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { repository } from '../places.mjs';
import { grouped } from '../sample/grouped.mjs';

/**
 * @typedef {import('../checks/check-document.mjs').DocumentResult} DocumentResult
 * @typedef {import('../checks/check-pair.mjs').PairResult} PairResult
 * @typedef {(DocumentResult | PairResult) & { readonly commit?: string }} Stored
 */

/** @param {string | undefined} file @returns {Map<string, any>} by the IDs of documents and pairs */
export function storedResults(file) {
  if (file === undefined || !existsSync(file)) return new Map();
  // The last line is incomplete if the run was killed while it wrote.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const result = JSON.parse(line);
      return [result.id, result];
    }),
  );
}

/** @param {string | undefined} file @param {{ readonly id: string }} result */
export function storeResult(file, result) {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** Whether everything succeeded. @param {Stored} result */
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
export function currentCommit() {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: repository, encoding: 'utf8' }).stdout.trim();
  const hasChanges = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${hasChanges ? ' with changes' : ''}`;
}
