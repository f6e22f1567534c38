/** All checks of one document: it is valid, its packages are generated, they compile, its server starts, its calls are mirrored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiler, lading, program } from '../places.mjs';
import { limitedRun } from './limited-run.mjs';
import { mirrorDocument, missed } from './mirror/mirror-document.mjs';
import { packagesIn, writeProject } from './workspace.mjs';

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
export async function checkDocument({ id, path }, options) {
  const work = mkdtempSync(join(tmpdir(), 'lading-any-api-'));
  try {
    const { failure: invalid } = await limitedRun([program('check-validity.mjs'), path]);
    const generated = await generate([path], work);
    const built = generated.failure === undefined ? await compileAndStart(work) : { reached: [], failures: {} };
    const mirror =
      generated.failure === undefined
        ? await mirrorDocument(work, path, options)
        : missed(path, generated.failure, options);
    return {
      id,
      seconds: generated.seconds,
      megabytes: generated.megabytes,
      mirror,
      reached: [
        ...(invalid === undefined ? /** @type {const} */ (['valid']) : []),
        ...(generated.failure === undefined ? /** @type {const} */ (['generated']) : []),
        ...built.reached,
      ],
      failures: {
        ...(invalid === undefined ? {} : { valid: invalid }),
        ...(generated.failure === undefined ? {} : { generated: generated.failure }),
        ...built.failures,
      },
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Generates every kind of package, with conversions if there are several versions. @param {readonly string[]} paths @param {string} out */
export function generate(paths, out) {
  const documents = paths.flatMap((path) => ['--document', path]);
  const more = paths.length > 1 ? ['--conversions'] : [];
  return limitedRun([
    lading,
    'generate',
    '--quiet',
    ...documents,
    '--out',
    out,
    '--clients',
    '--servers',
    '--docs',
    ...more,
  ]);
}

/** @param {string} workspace @returns {Promise<Pick<DocumentResult, 'reached' | 'failures'>>} */
async function compileAndStart(workspace) {
  const { failure: uncompiled } = await compile(workspace);
  const server = packagesIn(workspace).find(({ name }) => name.includes('/server-'));
  const { failure: unstarted } =
    server === undefined
      ? { failure: 'no server was generated' }
      : await limitedRun([program('start-server.mjs'), workspace, server.folder]);
  return {
    reached: [
      ...(uncompiled === undefined ? /** @type {const} */ (['compiled']) : []),
      ...(unstarted === undefined ? /** @type {const} */ (['starts']) : []),
    ],
    failures: {
      ...(uncompiled === undefined ? {} : { compiled: uncompiled }),
      ...(unstarted === undefined ? {} : { starts: unstarted }),
    },
  };
}

/** Compiles all packages of a workspace as one program. @param {string} workspace */
export function compile(workspace) {
  return limitedRun([compiler, '-p', writeProject(workspace), '--pretty', 'false'], workspace);
}
