/**
 * All checks of a pair of versions: the derived overlay, the packages of both with the conversions between
 * them, and older clients on newer servers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { program } from '../places.mjs';
import { generateAll, outcomeOf } from './check-document.mjs';
import { compile } from './compile.mjs';
import { mirrorPair, missed } from './mirror/mirror-document.mjs';
import { runnerFor } from './warm-run.mjs';

/**
 * @typedef {'derived' | 'generated' | 'compiled'} PairStep
 * @typedef {{ readonly id: string, readonly failures: Readonly<Partial<Record<PairStep, string>>>,
 *   readonly reached: readonly PairStep[], readonly seconds: number, readonly megabytes: number,
 *   readonly mirror: import('./mirror/mirror-pair.mjs').PairMirrorResult }} PairResult
 *   `seconds` and `megabytes` of `generate`
 */

/**
 * @param {import('../sample/catalog.mjs').Pair} pair
 * @param {import('./mirror/mirror-document.mjs').MirrorOptions} options
 * @returns {Promise<PairResult>}
 */
export function checkPair({ id, from, to }, options) {
  return inFolder(async (work) => {
    const derived = await runnerFor([from.path, to.path])([program('check-overlay.mjs'), from.path, to.path]);
    const documents = [versionedCopy(from.path, '1.0', work), versionedCopy(to.path, '2.0', work)];
    const out = join(work, 'out');
    const { failure, seconds, megabytes } = await generateAll(documents, out);
    /** @type {[PairStep, string | undefined][]} */
    const steps = [
      ['derived', derived.failure],
      ['generated', failure],
    ];
    if (failure === undefined) steps.push(['compiled', (await compile(out)).failure]);
    const mirror =
      failure === undefined
        ? await mirrorPair(out, from.path, options)
        : { ...missed(from.path, failure, options), converted: 0, undecided: 0 };
    return { id, mirror, seconds, megabytes, ...outcomeOf(steps) };
  });
}

/**
 * Copies a document with a version of its own: many publishers give all versions of an API the same one.
 * @param {string} path
 * @param {string} version
 * @param {string} folder
 */
export function versionedCopy(path, version, folder) {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const copy = join(folder, `${version}-${basename(path)}`);
  writeFileSync(copy, JSON.stringify({ ...document, info: { ...document.info, version } }));
  return copy;
}
