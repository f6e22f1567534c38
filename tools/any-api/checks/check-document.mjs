/** All checks of one document: it is valid, its packages are generated, they compile, its server starts, its calls are mirrored, its mocks and tools answer. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { lading, program, repository } from '../places.mjs';
import { compile } from './compile.mjs';
import { mirrorDocument, missed, mockDocument } from './mirror/mirror-document.mjs';
import { runnerFor } from './warm-run.mjs';
import { foldersOf } from './workspace.mjs';

/**
 * @typedef {'valid' | 'generated' | 'compiled' | 'starts'} Step
 * @typedef {{ readonly id: string, readonly failures: Readonly<Partial<Record<Step, string>>>,
 *   readonly reached: readonly Step[], readonly seconds: number, readonly megabytes: number,
 *   readonly mirror: import('./mirror/mirror-all.mjs').MirrorResult,
 *   readonly mocks?: import('./mirror/mirror-all.mjs').MirrorResult }} DocumentResult
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
    const mocks = failure === undefined ? await mockDocument(work, path, options) : missed(path, failure, options);
    return { id, seconds, megabytes, mirror, mocks, ...outcomeOf(steps) };
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
  // By their files: their names are not installed beside the configuration.
  const more = ['mocks', 'query', 'validators', 'mcp'].map((name) =>
    join(repository, 'packages', 'emit', name, 'dist', 'index.js'),
  );
  const conversions = paths.length > 1 ? ['conversion'] : [];
  const emitters = ['client', 'server', 'docs', ...more, ...conversions];
  return inFolder((folder) => {
    const config = join(folder, 'lading.config.json');
    writeFileSync(config, JSON.stringify({ documents: paths, emitters, out }));
    return runnerFor(paths)([lading, 'generate', '--quiet', '--config', config]);
  });
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
