/** All checks of a document, and of a pair of versions. */
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { grouped } from '../documents/draw.mjs';
import { versionedCopy } from '../documents/sample.mjs';
import { processFor } from '../processes/in-process.mjs';
import { allEmitters, generate } from '../workspace/generated.mjs';
import { compileErrorOf } from '../workspace/workspace.mjs';
import { missed } from './all.mjs';

/**
 * @typedef {import('./all.mjs').MirrorResult} MirrorResult @typedef {import('./all.mjs').MirrorOptions} MirrorOptions
 * @typedef {{ id: string, failures: Readonly<Record<string, string>>, reached: readonly string[],
 *   mirror: MirrorResult & { converted?: number, hooked?: number }, mocks?: MirrorResult }} Result
 *   `reached`: the steps that succeeded
 */

/**
 * It is valid, its packages are generated, they compile, its server starts, its reference is complete, its calls are mirrored, its mocks and
 * tools answer.
 * @param {import('../documents/sample.mjs').Document} document @param {MirrorOptions} options @returns {Promise<Result>}
 */
export function checkDocument({ id, path }, options) {
  const own = processFor([path]);
  return inFolder(async (work) => {
    const check = (module, ...args) => own.run(`checks/${module}`, args);
    // First, so that the memory is that of the generator.
    const { failure } = await generate(work, [path], { emitters: allEmitters }, own.run);
    const { failure: valid } = await check('generator.mjs#validity', path);
    if (failure !== undefined) {
      const mirror = missed(path, failure, options);
      return { id, mirror, mocks: mirror, ...outcomeOf({ valid, generated: failure }) };
    }
    const compiled = await compileErrorOf(work);
    const { failure: starts } = await check('mirror.mjs', work, { ...options, operations: 0 });
    const { failure: documented } = await check('generator.mjs#reference', path);
    const result = async (module) => {
      const { value, failure: problem } = await check(`${module}.mjs`, work, options);
      return problem === undefined ? value : missed(path, problem, options);
    };
    const [mirror, mocks] = [await result('mirror'), await result('mocks')];
    const steps = { valid, generated: undefined, compiled, starts, documented };
    return { id, mirror, mocks, ...outcomeOf(steps) };
  }).finally(own.end);
}

/**
 * The derived overlay, the packages of both with the conversions between them, and older clients on newer servers.
 * @param {import('../documents/sample.mjs').Pair} pair @param {MirrorOptions} options @returns {Promise<Result>}
 */
export function checkPair({ id, from, to }, options) {
  const own = processFor([from.path, to.path]);
  return inFolder(async (work) => {
    const documents = [versionedCopy(from.path, '1.0', work), versionedCopy(to.path, '2.0', work)];
    const out = join(work, 'out');
    const emitters = [...allEmitters, 'conversion'];
    const { failure: generated } = await generate(out, documents, { emitters }, own.run);
    const { failure: derived } = await own.run('checks/generator.mjs#overlay', [from.path, to.path]);
    /** @type {Record<string, string | undefined>} */
    const steps = { derived, generated };
    if (generated !== undefined) return { id, mirror: missed(from.path, generated, options), ...outcomeOf(steps) };
    steps.compiled = await compileErrorOf(out);
    const settings = { ...options, documents, side: 'older', conversion: '1.0', requests: 12 };
    const { value, failure = '' } = await own.run('checks/messages.mjs', [out, settings]);
    const mirror = value === undefined ? missed(from.path, failure, options) : mirroredBy(value);
    return { id, mirror, ...outcomeOf(steps) };
  }).finally(own.end);
}

/** The operations of a pair that work, and the first failure of each other one. */
function mirroredBy({ operations, converted, hooked, failures }) {
  const failed = [...grouped(failures, ({ operation }) => operation).values()].map(([first]) => first);
  return { operations, converted, hooked, mirrored: operations - failed.length, failures: failed };
}

/** Tells the steps that succeeded from those that failed. @param {Record<string, string | undefined>} steps */
function outcomeOf(steps) {
  const failures = Object.entries(steps).filter(([, failure]) => failure !== undefined);
  const reached = Object.keys(steps).filter((step) => steps[step] === undefined);
  return { reached, failures: /** @type {Record<string, string>} */ (Object.fromEntries(failures)) };
}
