/**
 * All checks of a pair of versions: the derived overlay, the packages of both with the conversions between
 * them, and older clients on newer servers.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { program } from '../places.mjs';
import { generate } from './check-document.mjs';
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
export async function checkPair({ id, from, to }, options) {
  const work = mkdtempSync(join(tmpdir(), 'lading-any-api-'));
  try {
    const derived = await runnerFor([from.path, to.path])([program('check-overlay.mjs'), from.path, to.path]);
    const documents = [versionedCopy(from.path, '1.0', work), versionedCopy(to.path, '2.0', work)];
    const out = join(work, 'out');
    const generated = await generate(documents, out);
    const compiled = generated.failure === undefined ? await compile(out) : undefined;
    /** @type {Partial<Record<PairStep, string>>} */
    const failures = {};
    if (derived.failure !== undefined) failures.derived = derived.failure;
    if (generated.failure !== undefined) failures.generated = generated.failure;
    if (compiled?.failure !== undefined) failures.compiled = compiled.failure;
    const tried = /** @type {const} */ (['derived', 'generated', ...(compiled === undefined ? [] : ['compiled'])]);
    const reached = /** @type {PairStep[]} */ (
      tried.filter((step) => failures[/** @type {PairStep} */ (step)] === undefined)
    );
    const mirror =
      generated.failure === undefined
        ? await mirrorPair(out, from.path, options)
        : { ...missed(from.path, generated.failure, options), converted: 0, undecided: 0 };
    return { id, failures, reached, mirror, seconds: generated.seconds, megabytes: generated.megabytes };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
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
