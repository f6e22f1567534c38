/** Runs the mirror test of a generated workspace in a process of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { program } from '../../places.mjs';
import { limitedRun } from '../limited-run.mjs';
import { packagesIn } from '../workspace.mjs';

/**
 * @typedef {import('./mirror.mjs').MirrorResult} MirrorResult
 * @typedef {{ readonly seed: number, readonly operations?: number | undefined }} MirrorOptions
 *   `operations`: the most operations of a document, which the seed draws; all by default
 */

/**
 * @param {string} workspace
 * @param {string} path the document, whose operations are missed if the test cannot run
 * @param {MirrorOptions} options
 * @returns {Promise<MirrorResult>}
 */
export async function mirrorDocument(workspace, path, { seed, operations }) {
  const packages = packagesIn(workspace);
  const folderOf = (/** @type {string} */ kind) => packages.find(({ name }) => name.includes(`/${kind}-`))?.folder;
  const [client, server] = [folderOf('client'), folderOf('server')];
  if (client === undefined || server === undefined) return missed(path, 'no client or no server', { seed, operations });
  const file = join(workspace, 'mirror.json');
  const most = operations === undefined ? [] : [String(operations)];
  const { failure } = await limitedRun([
    program('mirror/mirror.mjs'),
    workspace,
    client,
    server,
    file,
    String(seed),
    ...most,
  ]);
  if (failure !== undefined || !existsSync(file)) return missed(path, failure ?? 'no result', { seed, operations });
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The result of a document without packages: every operation is missed. @param {string} path @param {string} detail @param {MirrorOptions} options @returns {MirrorResult} */
export function missed(path, detail, { operations: most = Infinity }) {
  const operations = Math.min(most, operationsIn(parse(readFileSync(path, 'utf8'))));
  const failure = { operation: 'all operations', reason: 'no packages to call', detail };
  return { operations, mirrored: 0, failures: Array.from({ length: operations }, () => failure) };
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** @param {{ readonly paths?: Readonly<Record<string, object>> }} document */
function operationsIn({ paths = {} }) {
  return Object.values(paths).reduce(
    (sum, item) => sum + Object.keys(item ?? {}).filter((key) => methods.has(key)).length,
    0,
  );
}
