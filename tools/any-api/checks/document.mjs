/** All checks of a document, and of a pair of versions. */
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { versionedCopy } from '../documents/sample.mjs';
import { inProcess } from '../processes/in-process.mjs';
import { allEmitters, generate } from '../workspace/generated.mjs';
import { compileErrorOf } from '../workspace/workspace.mjs';
import { missed } from './all.mjs';

/**
 * @typedef {import('./all.mjs').MirrorResult} MirrorResult @typedef {import('./all.mjs').MirrorOptions} MirrorOptions
 * @typedef {{ id: string, failures: Readonly<Record<string, string>>, reached: readonly string[], seconds: number, megabytes: number,
 *   mirror: MirrorResult & { converted?: number, undecided?: number }, mocks?: MirrorResult }} Result
 *   `reached`: the steps that succeeded; `seconds` and `megabytes` of `generate`
 */

/**
 * It is valid, its packages are generated, they compile, its server starts, its reference is complete, its calls are mirrored, its mocks and
 * tools answer.
 * @param {import('../documents/sample.mjs').Document} document @param {MirrorOptions} options @returns {Promise<Result>}
 */
export function checkDocument({ id, path }, options) {
  return inFolder(async (work) => {
    const check = (module, ...args) => inProcess(`checks/${module}.mjs`, args, [path]);
    const valid = await check('validity', path);
    const { failure, seconds, megabytes } = await generate(work, [path], { emitters: allEmitters });
    const used = { seconds, megabytes };
    if (failure !== undefined) {
      const mirror = missed(path, failure, options);
      return { id, ...used, mirror, mocks: mirror, ...outcomeOf({ valid: valid.failure, generated: failure }) };
    }
    const compiled = await compileErrorOf(work);
    const starts = await check('mirror', work, { ...options, operations: 0 });
    const documented = await check('reference', path);
    const result = async (module) => {
      const { value, failure: problem } = await check(module, work, options);
      return problem === undefined ? value : missed(path, problem, options);
    };
    const [mirror, mocks] = [await result('mirror'), await result('mocks')];
    const steps = {
      valid: valid.failure,
      generated: undefined,
      compiled,
      starts: starts.failure,
      documented: documented.failure,
    };
    return { id, ...used, mirror, mocks, ...outcomeOf(steps) };
  });
}

/**
 * The derived overlay, the packages of both with the conversions between them, and older clients on newer servers.
 * @param {import('../documents/sample.mjs').Pair} pair @param {MirrorOptions} options @returns {Promise<Result>}
 */
export function checkPair({ id, from, to }, options) {
  return inFolder(async (work) => {
    const derived = await inProcess('checks/overlay.mjs', [from.path, to.path], [from.path, to.path]);
    const documents = [versionedCopy(from.path, '1.0', work), versionedCopy(to.path, '2.0', work)];
    const out = join(work, 'out');
    const generated = await generate(out, documents, { emitters: [...allEmitters, 'conversion'] });
    const { failure, seconds, megabytes } = generated;
    /** @type {Record<string, string | undefined>} */
    const steps = { derived: derived.failure, generated: failure };
    if (failure === undefined) steps.compiled = await compileErrorOf(out);
    const called =
      failure === undefined ? await inProcess('checks/mirror-pair.mjs', [out, options], documents) : generated;
    const without = { converted: 0, undecided: 0 };
    const mirror = called.value ?? { ...missed(from.path, called.failure ?? '', options), ...without };
    return { id, seconds, megabytes, mirror, ...outcomeOf(steps) };
  });
}

/** Tells the steps that succeeded from those that failed. @param {Record<string, string | undefined>} steps */
function outcomeOf(steps) {
  const failures = Object.entries(steps).filter(([, failure]) => failure !== undefined);
  const reached = Object.keys(steps).filter((step) => steps[step] === undefined);
  return { reached, failures: /** @type {Record<string, string>} */ (Object.fromEntries(failures)) };
}
