/** All checks of one document: it is valid, its packages are generated, they compile, its server starts, its calls are mirrored. */
import { inFolder } from '@lading/run/commands';
import { program } from '../places.mjs';
import { compile } from './compile.mjs';
import { mirrorDocument, missed } from './mirror/mirror-document.mjs';
import { runnerFor } from './warm-run.mjs';
import { foldersOf, generate } from './workspace.mjs';

/**
 * @typedef {'valid' | 'generated' | 'compiled' | 'starts'} Step
 * @typedef {{ readonly id: string, readonly failures: Readonly<Partial<Record<Step, string>>>,
 *   readonly reached: readonly Step[], readonly seconds: number, readonly megabytes: number,
 *   readonly mirror: import('./mirror/mirror-all.mjs').MirrorResult }} DocumentResult
 *   `seconds` and `megabytes` of `generate`
 */

/**
 * @param {import('../sample/catalog.mjs').Document} document
 * @param {import('./mirror/mirror-document.mjs').MirrorOptions} options
 * @returns {Promise<DocumentResult>}
 */
export function checkDocument({ id, path }, options) {
  return inFolder(async (work) => {
    const run = runnerFor([path]);
    /** @type {[Step, string | undefined][]} */
    const steps = [['valid', (await run([program('check-validity.mjs'), path])).failure]];
    const { failure, seconds, megabytes } = await generateAll([path], work);
    steps.push(['generated', failure]);
    if (failure === undefined) steps.push(...(await compileAndStart(work, run)));
    const mirror = failure === undefined ? await mirrorDocument(work, path, options) : missed(path, failure, options);
    return { id, seconds, megabytes, mirror, ...outcomeOf(steps) };
  });
}

/**
 * Tells the steps that succeeded from those that failed.
 * @template {string} S @param {readonly (readonly [step: S, failure: string | undefined])[]} steps
 */
export function outcomeOf(steps) {
  const reached = steps.flatMap(([step, failure]) => (failure === undefined ? [step] : []));
  const failures = steps.filter(([, failure]) => failure !== undefined);
  return { reached, failures: /** @type {Partial<Record<S, string>>} */ (Object.fromEntries(failures)) };
}

/** Generates every kind of package, with conversions if there are several versions. @param {readonly string[]} paths @param {string} out */
export function generateAll(paths, out) {
  const more = paths.length > 1 ? ['--conversions'] : [];
  return generate(paths, out, ['--clients', '--servers', '--docs', ...more], runnerFor(paths));
}

/** @param {string} workspace @param {typeof import('./limited-run.mjs').limitedRun} run @returns {Promise<[Step, string | undefined][]>} */
async function compileAndStart(workspace, run) {
  const [client = '', server = ''] = foldersOf(workspace, 'client-', 'server-');
  const { failure: uncompiled } = await compile(workspace);
  const { failure: unstarted } =
    client === '' || server === ''
      ? { failure: 'no client or no server was generated' }
      : await run([program('start-server.mjs'), workspace, client, server]);
  return [
    ['compiled', uncompiled],
    ['starts', unstarted],
  ];
}
