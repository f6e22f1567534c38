/** Runs the mirror test of a generated workspace in a process of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { program } from '../../places.mjs';
import { runnerFor } from '../warm-run.mjs';
import { packagesIn } from '../workspace.mjs';

/**
 * @typedef {import('./mirror-all.mjs').MirrorResult} MirrorResult
 * @typedef {{ readonly seed: number, readonly operations?: number | undefined }} MirrorOptions
 *   `operations`: the most operations of a document, which the seed draws; all by default
 */

/**
 * @param {string} workspace
 * @param {string} path the document, whose operations are missed if the test cannot run
 * @param {MirrorOptions} options
 * @returns {Promise<MirrorResult>}
 */
export async function mirrorDocument(workspace, path, options) {
  const folderOf = folders(workspace);
  const [client, server] = [folderOf('client'), folderOf('server')];
  if (client === undefined || server === undefined) return missed(path, 'no client or no server', options);
  const result = await runMirror('mirror/mirror.mjs', workspace, path, [client, server], options);
  return 'failure' in result ? missed(path, result.failure, options) : result;
}

/**
 * Runs the mirror test of two versions: the client of the first one, the server of the second one.
 * @param {string} workspace
 * @param {string} path the first document, whose operations are missed if the test cannot run
 * @param {MirrorOptions} options
 * @returns {Promise<import('./mirror-pair.mjs').PairMirrorResult>}
 */
export async function mirrorPair(workspace, path, options) {
  const folderOf = folders(workspace);
  const all = [folderOf('client-v1.0'), folderOf('contract-v1.0'), folderOf('overlay-v1.0'), folderOf('server-v2.0')];
  const isWhole = all.every((folder) => folder !== undefined);
  const result = isWhole
    ? await runMirror('mirror/mirror-pair.mjs', workspace, path, all, options)
    : { failure: 'no client, overlay or server' };
  return /** @type {import('./mirror-pair.mjs').PairMirrorResult} */ (
    'failure' in result ? { ...missed(path, result.failure, options), converted: 0, undecided: 0 } : result
  );
}

/** @param {string} workspace @returns {(name: string) => string | undefined} the folder of the package whose name starts so */
function folders(workspace) {
  const packages = packagesIn(workspace);
  return (start) => packages.find(({ name }) => name.split('/').at(-1)?.startsWith(`${start}`))?.folder;
}

/** @param {string} name @param {string} workspace @param {string} path the document @param {readonly string[]} packages @param {MirrorOptions} options @returns {Promise<MirrorResult | { failure: string }>} */
async function runMirror(name, workspace, path, packages, { seed, operations }) {
  const file = join(workspace, 'mirror.json');
  const most = operations === undefined ? [] : [String(operations)];
  const { failure } = await runnerFor([path])([program(name), workspace, ...packages, file, String(seed), ...most]);
  if (failure !== undefined || !existsSync(file)) return { failure: failure ?? 'no result' };
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
