/** All checks of one document: it is valid, its packages are generated, they compile, its server starts, its calls are mirrored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lading, program } from '../places.mjs';
import { compile } from './compile.mjs';
import { mirrorDocument, missed } from './mirror/mirror-document.mjs';
import { runnerFor } from './warm-run.mjs';
import { packagesIn } from './workspace.mjs';

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
    const { failure: invalid } = await runnerFor([path])([program('check-validity.mjs'), path]);
    const generated = await generate([path], work);
    const built = generated.failure === undefined ? await compileAndStart(work, path) : { reached: [], failures: {} };
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
  return runnerFor(paths)([
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

/** @param {string} workspace @param {string} path the document @returns {Promise<Pick<DocumentResult, 'reached' | 'failures'>>} */
async function compileAndStart(workspace, path) {
  const { failure: uncompiled } = await compile(workspace);
  const [client, server] = ['client', 'server'].map(
    (kind) => packagesIn(workspace).find(({ name }) => name.includes(`/${kind}-`))?.folder,
  );
  const { failure: unstarted } =
    client === undefined || server === undefined
      ? { failure: 'no client or no server was generated' }
      : await runnerFor([path])([program('start-server.mjs'), workspace, client, server]);
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
