/** Runs the mirror test of a generated workspace in a process of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { program } from '../../places.mjs';
import { runnerFor } from '../warm-run.mjs';
import { foldersOf } from '../workspace.mjs';
import { pairOf } from './start.mjs';

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
  const result = await runMirror('mirror/mirror.mjs', workspace, path, ['client-', 'server-'], options);
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
  const result = await runMirror('mirror/mirror-pair.mjs', workspace, path, pairOf('1.0', '2.0', '1.0'), options);
  return 'failure' in result ? { ...missed(path, result.failure, options), converted: 0, undecided: 0 } : result;
}

const mockedPackages = ['contract-', 'client-', 'mocks-', 'validators-', 'mcp-'];

/** Calls the mocks of a workspace with its client, validators and tools. @param {string} workspace @param {string} path @param {MirrorOptions} options @returns {Promise<MirrorResult>} */
export async function mockDocument(workspace, path, options) {
  const result = await runMirror('mocks.mjs', workspace, path, mockedPackages, options);
  return 'failure' in result ? missed(path, result.failure, options) : result;
}

/**
 * @param {string} name @param {string} workspace @param {string} path @param {readonly string[]} packages @param {MirrorOptions} options
 * @returns {Promise<any>}
 */
async function runMirror(name, workspace, path, packages, { seed, operations }) {
  const folders = foldersOf(workspace, ...packages);
  if (folders.includes('')) return { failure: `a package is missing: ${packages.join(', ')}` };
  const file = join(workspace, `${name.replace(/\W/g, '-')}.json`);
  const most = operations === undefined ? [] : [String(operations)];
  const { failure } = await runnerFor([path])([program(name), workspace, ...folders, file, String(seed), ...most]);
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
